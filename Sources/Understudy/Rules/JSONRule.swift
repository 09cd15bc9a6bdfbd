/// What a JSON value must be: a literal, with rules at its leaves.
///
/// ```swift
/// body: .json(["email": .any, "age": .anyInteger, "roles": ["admin", .matching("r-[0-9]+")]])
/// ```
///
/// Compares as ``JSON`` does: the order of keys is free, of arrays it is kept; `1` equals `1.0`;
/// `null` is not absent.
public indirect enum JSONRule: Sendable, Hashable {
  /// This value.
  case equals(JSON)
  /// An object with these members.
  case object([Member])
  /// An array of these elements.
  case array([JSONRule])
  /// Any value, null too; the member must be there.
  case any
  /// The member may be missing; where it is there, its value must fit.
  case optional(JSONRule)
  /// One of these.
  case oneOf([JSONRule])
  /// A string that fits a pattern as a whole (see ``ValueRule/matching(_:)``).
  case matching(String)
  /// Any value of a kind.
  case kind(Kind)

  /// One member of an object.
  public struct Member: Sendable, Hashable {
    /// The key.
    public var name: String
    /// What its value must be.
    public var rule: JSONRule

    /// A member by its parts.
    public init(_ name: String, _ rule: JSONRule) {
      self.name = name
      self.rule = rule
    }
  }

  /// The kinds of JSON values.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A string.
    case string
    /// A number.
    case number
    /// A number without a fraction, however it is written: `1.0` is one.
    case integer
    /// `true` or `false`.
    case boolean
    /// An array.
    case array
    /// An object.
    case object
  }

  /// Any string.
  public static let anyString = JSONRule.kind(.string)
  /// Any number.
  public static let anyNumber = JSONRule.kind(.number)
  /// Any whole number.
  public static let anyInteger = JSONRule.kind(.integer)
  /// `true` or `false`.
  public static let anyBoolean = JSONRule.kind(.boolean)
  /// Any array.
  public static let anyArray = JSONRule.kind(.array)
  /// Any object.
  public static let anyObject = JSONRule.kind(.object)

  /// One of these.
  public static func oneOf(_ rules: JSONRule...) -> JSONRule { .oneOf(rules) }
}

extension JSONRule: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `nil` is JSON's null.
  public init(nilLiteral: ()) {
    self = .equals(.null)
  }

  /// A boolean literal is that value.
  public init(booleanLiteral value: Bool) {
    self = .equals(.bool(value))
  }

  /// An integer literal is that number.
  public init(integerLiteral value: Int) {
    self = .equals(.int(value))
  }

  /// A floating-point literal is that number.
  public init(floatLiteral value: Double) {
    self = .equals(.double(value))
  }

  /// A string literal is that string.
  public init(stringLiteral value: String) {
    self = .equals(.string(value))
  }

  /// An array literal has a rule for each element.
  public init(arrayLiteral elements: JSONRule...) {
    self = .array(elements)
  }

  /// A dictionary literal has a rule for each member.
  public init(dictionaryLiteral elements: (String, JSONRule)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
