/// A JSON value that keeps what it was written with: the order of keys and all digits of numbers.
///
/// Foundation's JSON loses both, and says neither line nor column of an error; a mock must answer
/// with what its author wrote. Literals make values:
///
/// ```swift
/// let user: JSON = ["id": 1, "name": "Ada", "tags": ["a", "b"], "manager": nil]
/// ```
///
/// Values compare as JSON: the order of keys is free, of arrays it is kept; `1` equals `1.0`;
/// `true` is not `1`; strings compare by their UTF-8 bytes, without Unicode normalisation.
public enum JSON: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, with its digits as written.
  case number(Number)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object, its members in order.
  case object(Object)

  /// A whole number of any size.
  public static func int(_ value: some BinaryInteger) -> JSON {
    .number(Number(trusted: String(value)))
  }

  /// A floating-point number in its shortest form; null where it is not finite, as JSON has none.
  public static func double(_ value: Double) -> JSON {
    value.isFinite ? .number(Number(trusted: "\(value)")) : .null
  }
}

extension JSON {
  /// Whether two values are the same JSON.
  public static func == (one: JSON, other: JSON) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }

  /// Hashes so that equal values hash alike.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value):
      for byte in value.utf8 { hasher.combine(byte) }
      hasher.combine(UInt8.max)  // in no UTF-8 text: ["a", "b"] and ["ab"] part
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}
