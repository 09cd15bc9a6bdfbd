import Understudy

/// Reads the fields of a JSON object strictly: what nobody asked for is an error.
struct ObjectReader {
  private let members: JSON.Object
  /// What stands before a field's name in messages: `lease.`, or nothing.
  private let prefix: String

  /// Takes an object that may have only these fields, each once.
  ///
  /// - Parameters:
  ///   - json: the body, or the value of a field.
  ///   - field: the field whose value it is; nil is the body.
  ///   - known: the fields that it may have.
  /// - Throws: ``Problem`` where it is no object, or has another field.
  init(_ json: JSON, in field: String? = nil, known: [String]) throws(Problem) {
    prefix = field.map { "\($0)." } ?? ""
    members = try Self.members(json, in: field, "a JSON object")
    for (key, _) in members where !known.contains(key) {
      let fields = known.map { "'\($0)'" }.joined(separator: ", ")
      let suggestion = Spelling.suggestion(for: key, among: known)
      throw Problem(
        400, .unknownField,
        "Field '\(prefix)\(key)' is not known here.\(suggestion) Known: \(fields).")
    }
  }

  /// The value of a field.
  subscript(field: String) -> JSON? { members[field] }

  /// The value of a field; nil where it is null or left out, for fields in which both mean the same.
  func given(_ field: String) -> JSON? {
    if let value = members[field], value != .null { value } else { nil }
  }

  /// The text of a field; nil where it is left out.
  func string(_ field: String) throws(Problem) -> String? {
    guard let value = members[field] else { return nil }
    return try text(value, field)
  }

  /// The text of a field; nil where it is null or left out.
  func givenString(_ field: String) throws(Problem) -> String? {
    guard let value = given(field) else { return nil }
    return try text(value, field)
  }

  /// The value of a field that is true or false; false where it is null or left out.
  func flag(_ field: String) throws(Problem) -> Bool {
    guard let value = given(field) else { return false }
    guard let flag = value.boolValue else { throw wrong(field, "true or false", value) }
    return flag
  }

  /// The members of an object whose names all differ.
  static func members(
    _ json: JSON, in field: String? = nil, _ right: String
  ) throws(Problem) -> JSON.Object {
    guard let members = json.objectValue else {
      if let field { throw wrong(field, right, json) }
      throw Problem(
        400, .invalidField, "The body must be \(right), not \(json.kindWithArticle).")
    }
    // A lookup would find the last and pass over the others.
    var seen: Set<[UInt8]> = []
    for (key, _) in members where !seen.insert(Array(key.utf8)).inserted {
      let name = (field.map { "\($0)." } ?? "") + key
      throw Problem(400, .invalidField, "Field '\(name)' stands there twice.")
    }
    return members
  }

  /// A field of this object whose value is not what it should be.
  func wrong(_ field: String, _ right: String, _ value: JSON) -> Problem {
    Self.wrong(prefix + field, right, value)
  }

  /// A field whose value is not what it should be.
  static func wrong(_ field: String, _ right: String, _ value: JSON) -> Problem {
    Problem(400, .invalidField, "Field '\(field)' must be \(right), not \(shown(value)).")
  }

  /// A value as it was written, where that is short; else its kind.
  static func shown(_ value: JSON) -> String {
    let text = value.text
    return text.utf8.count > 80 ? value.kindWithArticle : text
  }

  private func text(_ value: JSON, _ field: String) throws(Problem) -> String {
    guard let text = value.stringValue else { throw wrong(field, "a string", value) }
    return text
  }
}
