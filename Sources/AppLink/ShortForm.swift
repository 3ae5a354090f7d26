/// A message that has a form without JSON: words with a blank between them.
///
/// The messages of the life cycle are small, and an app waits for them when it is thawed: there a
/// JSON coder whose code has left the processor's caches takes 50 to 90 µs, a hundred times what
/// the words take. A payload that begins with `{` is JSON, any other is words.
///
/// ```
/// didEnterBackground 4 1 1796074407881
/// handled 4 0
/// ```
protocol ShortForm: Codable {
  /// Nil where only JSON tells all.
  var words: [String]? { get }

  /// Nil for words that are no such message.
  init?(words: [Substring])
}

extension Frame {
  /// Encodes a message in its short form if it has one, else as JSON.
  public static func encode(_ delivery: Delivery) throws(FrameError) -> [UInt8] {
    try encodeShort(delivery)
  }

  /// Encodes a message in its short form if it has one, else as JSON.
  public static func encode(_ message: AppMessage) throws(FrameError) -> [UInt8] {
    try encodeShort(message)
  }

  /// Decodes a message in either form.
  public static func decode(
    _ type: Delivery.Type, from payload: [UInt8]
  ) throws(FrameError) -> Delivery {
    try decodeShort(type, payload)
  }

  /// Decodes a message in either form.
  public static func decode(
    _ type: AppMessage.Type, from payload: [UInt8]
  ) throws(FrameError) -> AppMessage {
    try decodeShort(type, payload)
  }

  private static func encodeShort(_ value: some ShortForm) throws(FrameError) -> [UInt8] {
    guard let words = value.words else {
      return try encode(value, bytesMax: LinkLimits.frameBytesMax)
    }
    return frame(Array(words.joined(separator: " ").utf8))
  }

  private static func decodeShort<Value: ShortForm>(
    _ type: Value.Type, _ payload: [UInt8]
  ) throws(FrameError) -> Value {
    guard let first = payload.first, first != UInt8(ascii: "{"), payload.count <= wordsBytesMax
    else { return try decodeJSON(type, from: payload) }
    let words = String(decoding: payload, as: UTF8.self).split(separator: " ")
    guard let value = Value(words: words) else {
      throw FrameError(.malformed, "not a \(type): \(words.joined(separator: " "))")
    }
    return value
  }

  /// No message in words is longer.
  private static let wordsBytesMax = 128
}

extension Delivery: ShortForm {
  var words: [String]? {
    switch message {
    case .willEnterForeground(let scene): words("willEnterForeground", scene)
    case .didBecomeActive(let scene): words("didBecomeActive", scene)
    case .willResignActive(let scene): words("willResignActive", scene)
    case .didEnterBackground(let scene, let grant?):
      words("didEnterBackground", scene, grant.endsAt.map { "\($0)" } ?? "-")
    case .runInBackground(let grant):
      words("runInBackground", grant.endsAt.map { "\($0)" } ?? "-")
    case .expireBackgroundTasks: words("expireBackgroundTasks")
    case .memoryWarning: words("memoryWarning")
    case .willTerminate: words("willTerminate")
    default: nil
    }
  }

  /// Nil if one of them would not come back as one word.
  private func words(_ name: String, _ rest: String...) -> [String]? {
    guard rest.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 20 && !$0.contains(" ") }) else {
      return nil
    }
    return [name, "\(id)"] + rest
  }

  init?(words: [Substring]) {
    guard words.count >= 2, let id = UInt64(words[1]) else { return nil }
    self.id = id
    switch (words[0], words.count) {
    case ("willEnterForeground", 3): message = .willEnterForeground(scene: String(words[2]))
    case ("didBecomeActive", 3): message = .didBecomeActive(scene: String(words[2]))
    case ("willResignActive", 3): message = .willResignActive(scene: String(words[2]))
    case ("didEnterBackground", 4):
      guard let grant = DeviceMessage.BackgroundGrant(word: words[3]) else { return nil }
      message = .didEnterBackground(scene: String(words[2]), grant: grant)
    case ("runInBackground", 3):
      guard let grant = DeviceMessage.BackgroundGrant(word: words[2]) else { return nil }
      message = .runInBackground(grant: grant)
    case ("expireBackgroundTasks", 2): message = .expireBackgroundTasks
    case ("memoryWarning", 2): message = .memoryWarning
    case ("willTerminate", 2): message = .willTerminate
    default: return nil
    }
  }
}

extension DeviceMessage.BackgroundGrant {
  fileprivate init?(word: Substring) {
    if word == "-" {
      self.init(endsAt: nil)
    } else {
      guard let endsAt = Int64(word) else { return nil }
      self.init(endsAt: endsAt)
    }
  }
}

extension AppMessage: ShortForm {
  var words: [String]? {
    switch self {
    case .started(let id): ["started", "\(id)"]
    case .handled(let answer):
      switch answer.tasks {
      case nil: ["handled", "\(answer.id)"]
      // With no task open there is no more to tell.
      case OpenTasks(count: 0, names: []): ["handled", "\(answer.id)", "0"]
      default: nil
      }
    default: nil
    }
  }

  init?(words: [Substring]) {
    guard words.count >= 2, let id = UInt64(words[1]) else { return nil }
    switch (words[0], words.count) {
    case ("started", 2): self = .started(id: id)
    case ("handled", 2): self = .handled(Answer(id: id))
    case ("handled", 3) where words[2] == "0":
      self = .handled(Answer(id: id, tasks: OpenTasks(count: 0, names: [])))
    default: return nil
    }
  }
}
