extension JSON {
  /// The text of a string; nil for any other kind.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The value of a whole number that fits; nil for any other.
  public var intValue: Int? { if case .number(let value) = self { value.int } else { nil } }
  /// The value of a number, as near as a `Double` comes; nil for any other kind.
  public var doubleValue: Double? {
    if case .number(let value) = self { value.double } else { nil }
  }
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
