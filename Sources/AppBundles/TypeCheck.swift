/// Compares every known key with the type it must have.
enum TypeCheck {
  struct Mismatch {
    let key: String
    let expected: PlistShape
    let found: PlistValue
  }

  static func errors(in info: [String: PlistValue], file: String) -> [BundleError] {
    mismatches(in: info, against: KnownKeys.device).map { mismatch in
      BundleError(
        .wrongType, file: file, key: mismatch.key, message: message(for: mismatch),
        nextStep: nextStep(for: mismatch))
    }
  }

  static func warnings(in info: [String: PlistValue], file: String) -> [Finding] {
    mismatches(in: info, against: KnownKeys.documented).map { mismatch in
      Finding(
        severity: .warning, code: BundleError.Code.wrongType.rawValue, file: file,
        key: mismatch.key, message: message(for: mismatch), nextStep: nextStep(for: mismatch))
    }
  }

  private static func message(for mismatch: Mismatch) -> String {
    "The value is \(mismatch.found.typeName) and must be \(mismatch.expected.typeName)."
  }

  private static func nextStep(for mismatch: Mismatch) -> String {
    switch (mismatch.expected, mismatch.found) {
    case (.list(of: .string), .string(let value)):
      "Write <array><string>\(unquoted(value))</string></array>."
    default: "Write \(mismatch.expected.example)."
    }
  }

  private static func unquoted(_ string: String) -> String {
    String(quoted(string).dropFirst().dropLast())
  }

  private static func mismatches(
    in info: [String: PlistValue], against shapes: [String: PlistShape]
  ) -> [Mismatch] {
    // By name, because a dictionary has no order and the first error is the one that is thrown.
    info.keys.sorted().flatMap { key in
      shapes[key].map { compare(info[key]!, with: $0, at: key) } ?? []
    }
  }

  private static func compare(
    _ value: PlistValue, with shape: PlistShape, at key: String
  ) -> [Mismatch] {
    let wrong = [Mismatch(key: key, expected: shape, found: value)]
    switch shape {
    case .any: return []
    case .string: return value.string == nil ? wrong : []
    case .boolean: return value.boolean == nil ? wrong : []
    case .list(let element):
      guard let array = value.array else { return wrong }
      return array.enumerated().flatMap { index, value in
        compare(value, with: element, at: "\(key)[\(index)]")
      }
    case .table(let element):
      guard let dictionary = value.dictionary else { return wrong }
      return dictionary.keys.sorted().flatMap { name in
        compare(dictionary[name]!, with: element, at: "\(key).\(unquoted(name))")
      }
    case .record(let fields):
      guard let dictionary = value.dictionary else { return wrong }
      return fields.keys.sorted().flatMap { name in
        dictionary[name].map {
          compare($0, with: fields[name]!, at: "\(key).\(name)")
        } ?? []
      }
    }
  }
}
