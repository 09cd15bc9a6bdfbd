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
public indirect enum JSON: Sendable, Hashable {
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
    case .string(let value): value.utf8.forEach { hasher.combine($0) }
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}

extension JSON {
  /// The text of a string; nil for any other kind.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The value of a whole number that fits; nil for any other.
  public var intValue: Int? { if case .number(let value) = self { value.int } else { nil } }
  /// The value of a boolean; nil for any other kind.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements of an array; nil for any other kind.
  public var arrayValue: [JSON]? { if case .array(let value) = self { value } else { nil } }
  /// The members of an object; nil for any other kind.
  public var objectValue: Object? { if case .object(let value) = self { value } else { nil } }

  /// The member of an object; nil where there is none, and for any other kind.
  public subscript(key: String) -> JSON? { objectValue?[key] }

  /// The element of an array; nil where there is none, and for any other kind.
  public subscript(index: Int) -> JSON? {
    guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// `nil` is null.
  public init(nilLiteral: ()) { self = .null }
  /// `true` and `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// A number with a fraction.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object; members keep their order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Object(elements.map { (key: $0.0, value: $0.1) }))
  }
}
