import CGStreamer
import MediaLink

/// A pipeline of GStreamer. Belongs to whoever made it, one thread at a time.
final class Pipeline {
  enum Message: Equatable {
    case end, segmentDone
    case error(String)
  }

  private let pipeline: OpaquePointer

  /// - Throws: ``MediaFailure`` with what is missing.
  init(_ description: String) throws(MediaFailure) {
    try Self.start()
    var text = Self.emptyText
    guard let pipeline = greenroom_pipeline_create(description, &text, text.count) else {
      throw MediaFailure(.system, "GStreamer: \(Self.string(text))")
    }
    self.pipeline = pipeline
  }

  deinit { greenroom_pipeline_destroy(pipeline) }

  private static func start() throws(MediaFailure) {
    var text = emptyText
    guard greenroom_gstreamer_start(&text, text.count) else {
      throw MediaFailure(.system, "GStreamer: \(string(text))")
    }
  }

  private static let emptyText = [CChar](repeating: 0, count: 512)

  private static func string(_ text: [CChar]) -> String {
    String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Goes to a state, and waits for it.
  ///
  /// - Returns: whether it is there within `patience` seconds.
  @discardableResult
  func go(_ state: greenroom_pipeline_state, within patience: Double = 2) -> Bool {
    greenroom_pipeline_go(pipeline, state, Int64(patience * 1e9))
  }

  /// Seconds; nil where it is not known.
  var position: Double? { Self.seconds(greenroom_pipeline_position(pipeline)) }
  var duration: Double? { Self.seconds(greenroom_pipeline_duration(pipeline)) }

  private static func seconds(_ nanoseconds: Int64) -> Double? {
    nanoseconds < 0 ? nil : Double(nanoseconds) / 1e9
  }

  @discardableResult
  func seek(to position: Double, rate: Double, flush: Bool = true, segment: Bool) -> Bool {
    greenroom_pipeline_seek(pipeline, rate, Int64(position * 1e9), flush, segment)
  }

  func set(_ property: String, of element: String, to value: String) {
    greenroom_pipeline_set(pipeline, element, property, value)
  }

  /// Becomes readable when there is a message.
  var descriptor: CInt { greenroom_pipeline_descriptor(pipeline) }

  /// What it has to say, oldest first; nil: nothing more.
  func nextMessage() -> Message? {
    var text = Self.emptyText
    while true {
      switch greenroom_pipeline_pop(pipeline, &text, text.count) {
      case GREENROOM_PIPELINE_NOTHING: return nil
      case GREENROOM_PIPELINE_END: return .end
      case GREENROOM_PIPELINE_SEGMENT_DONE: return .segmentDone
      case GREENROOM_PIPELINE_ERROR: return .error(Self.string(text))
      default: continue
      }
    }
  }

  /// Waits for the end or an error; nil: neither has come within `patience` seconds.
  func wait(atMost patience: Double) -> Message? {
    var text = Self.emptyText
    switch greenroom_pipeline_wait(pipeline, Int64(patience * 1e9), &text, text.count) {
    case GREENROOM_PIPELINE_END: return .end
    case GREENROOM_PIPELINE_SEGMENT_DONE: return .segmentDone
    case GREENROOM_PIPELINE_ERROR: return .error(Self.string(text))
    default: return nil
    }
  }

  /// A tag of the sound, such as `title`.
  func tag(_ name: String) -> String? {
    var text = Self.emptyText
    greenroom_pipeline_tag(pipeline, name, &text, text.count)
    let value = Self.string(text)
    return value.isEmpty ? nil : value
  }

  /// What goes into an element; zeros where that is not known.
  func format(of element: String) -> (channels: Int, rate: Int) {
    var (channels, rate) = (CInt(0), CInt(0))
    greenroom_pipeline_format(pipeline, element, &channels, &rate)
    return (Int(channels), Int(rate))
  }
}
