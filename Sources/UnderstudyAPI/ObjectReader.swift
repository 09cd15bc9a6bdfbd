import Understudy

/// Reads the fields of a JSON object strictly: what nobody asked for is an error.
struct ObjectReader {
  private let members: JSON.Object
  private let known: [String]

  /// Takes an object that may have only these fields.
  ///
  /// - Throws: ``Problem`` where it is no object, or has another field.
  init(_ json: JSON, known: [String]) throws(Problem) {
    guard let members = json.objectValue else {
      throw Problem(
        400, .invalidField, "The body must be a JSON object, not \(json.kindWithArticle).")
    }
    for (key, _) in members where !known.contains(key) {
      let fields = known.map { "'\($0)'" }.joined(separator: ", ")
      throw Problem(
        400, .unknownField,
        "Field '\(key)' is not known here.\(Spelling.suggestion(for: key, among: known)) Known: \(fields)."
      )
    }
    self.members = members
    self.known = known
  }

  /// The value of a field.
  subscript(field: String) -> JSON? { members[field] }

  /// The text of a field; nil where it is left out.
  func string(_ field: String) throws(Problem) -> String? {
    guard let value = members[field] else { return nil }
    guard let text = value.stringValue else {
      throw Self.wrong(field, "a string", value)
    }
    return text
  }

  static func wrong(_ field: String, _ right: String, _ value: JSON) -> Problem {
    Problem(400, .invalidField, "Field '\(field)' must be \(right), not \(value.text).")
  }
}
