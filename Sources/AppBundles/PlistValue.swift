#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of a property list, of whatever type it turned out to be.
///
/// `Info.plist` is read into this and not into a struct, so that every key of a wrong type can be
/// named and not just the first.
public enum PlistValue: Hashable, Sendable {
  case string(String)
  case boolean(Bool)
  /// Also a `<real>` without a fraction: the decoder does not tell them apart.
  case integer(Int)
  case real(Double)
  case date(Date)
  case data(Data)
  case array([PlistValue])
  case dictionary([String: PlistValue])

  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  public var array: [PlistValue]? { if case .array(let value) = self { value } else { nil } }
  public var dictionary: [String: PlistValue]? {
    if case .dictionary(let value) = self { value } else { nil }
  }
  /// The strings of an array; other elements are left out.
  public var strings: [String]? { array?.compactMap(\.string) }

  /// The name of the type with its article: `a string`, `an array`.
  public var typeName: String {
    switch self {
    case .string: "a string"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .real: "a real number"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }
}

extension PlistValue: Codable {
  /// Years 1 to 9999, all that the XML format can write. As numbers, because a `Date` that is not a
  /// number counts as inside every range of dates.
  private static let writableSeconds: ClosedRange<Double> = -62_135_596_800...253_402_300_799

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else if let value = try? container.decode(Date.self) {
      guard Self.writableSeconds.contains(value.timeIntervalSince1970) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "The date lies outside the years 1 to 9999.")
      }
      self = .date(value)
    } else if let value = try? container.decode(Data.self) {
      self = .data(value)
    } else {
      self = try Self.container(from: decoder)
    }
  }

  // By container and not by `try? decode([PlistValue].self)`: a bad element deep inside would be
  // decoded again at every level, which doubles the work with each.
  private static func container(from decoder: any Decoder) throws -> PlistValue {
    if var list = try? decoder.unkeyedContainer() {
      var values: [PlistValue] = []
      while !list.isAtEnd { values.append(try list.decode(PlistValue.self)) }
      return .array(values)
    }
    let table = try decoder.container(keyedBy: AnyKey.self)
    var values: [String: PlistValue] = [:]
    for key in table.allKeys {
      values[key.stringValue] = try table.decode(PlistValue.self, forKey: key)
    }
    return .dictionary(values)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let value): try container.encode(value)
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .dictionary(let value): try container.encode(value)
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
