/// Reads the fields of a rule's JSON form.
struct RuleForm {
  private let members: JSON.Object

  /// Takes an object that may have only these fields, each once.
  init(_ json: JSON, known: [String]) throws(FormError) {
    guard case .object(let members) = json else {
      throw FormError(.rule, field: "", reason: "must be an object, not \(json.kindWithArticle).")
    }
    var seen: Set<[UInt8]> = []
    for (name, _) in members {
      guard known.contains(name) else {
        let list = known.map { "'\($0)'" }.joined(separator: ", ")
        throw FormError(
          .rule,
          field: name,
          reason:
            "is not known here.\(Spelling.suggestion(for: name, among: known)) Known: \(list)."
        )
      }
      guard seen.insert(Array(name.utf8)).inserted else {
        throw FormError(.rule, field: name, reason: "stands there twice.")
      }
    }
    self.members = members
  }

  /// The value of a field.
  subscript(field: String) -> JSON? { members[field] }

  /// The fields that stand there.
  var fields: [String] { members.keys }

  /// What a field's value is read as; nil where the field is left out.
  func value<Value>(
    _ field: String, _ read: (JSON) throws(FormError) -> Value
  ) throws(FormError) -> Value? {
    guard let json = members[field] else { return nil }
    return try Self.inside(field) { () throws(FormError) in try read(json) }
  }

  /// What the value of a field that must be there is read as.
  func needed<Value>(
    _ field: String, _ read: (JSON) throws(FormError) -> Value
  ) throws(FormError) -> Value {
    if let value = try value(field, read) { return value }
    throw FormError(.rule, field: field, reason: "is missing.")
  }

  /// Runs a reader whose errors lie inside a field.
  static func inside<Value>(
    _ field: String, _ read: () throws(FormError) -> Value
  ) throws(FormError) -> Value {
    do throws(FormError) {
      return try read()
    } catch {
      throw error.inside(field)
    }
  }

  /// A string.
  static func string(_ json: JSON) throws(FormError) -> String {
    if let text = json.stringValue { return text }
    throw FormError(.rule, field: "", reason: "must be a string, not \(json.text).")
  }

  /// True; a switch that is off is left out.
  static func isTrue(_ json: JSON) throws(FormError) {
    guard json.boolValue == true else {
      throw FormError(.rule, field: "", reason: "must be true; leave it out otherwise.")
    }
  }

  /// A list of what one value is read as.
  static func list<Value>(
    _ json: JSON, _ read: (JSON) throws(FormError) -> Value
  ) throws(FormError) -> [Value] {
    guard case .array(let elements) = json else {
      throw FormError(.rule, field: "", reason: "must be an array, not \(json.kindWithArticle).")
    }
    var values: [Value] = []
    for (index, element) in elements.enumerated() {
      values.append(
        try inside("[\(index)]") { () throws(FormError) in try read(element) })
    }
    return values
  }

  /// A rule for each name of an object, in order.
  static func pairs(_ json: JSON) throws(FormError) -> [QueryRules.Pair] {
    guard case .object(let members) = json else {
      throw FormError(
        .rule,
        field: "", reason: "must be an object of names and rules, not \(json.kindWithArticle).")
    }
    var seen: Set<[UInt8]> = []
    var pairs: [QueryRules.Pair] = []
    for (name, value) in members {
      guard seen.insert(Array(name.utf8)).inserted else {
        throw FormError(.rule, field: name, reason: "stands there twice.")
      }
      let rule = try inside(name) { () throws(FormError) in try ValueRule(json: value) }
      pairs.append(QueryRules.Pair(name: name, value: rule))
    }
    return pairs
  }

  /// An object with a rule for each name.
  static func json(_ pairs: [QueryRules.Pair]) -> JSON {
    .object(JSON.Object(pairs.map { (key: $0.name, value: $0.value.json) }))
  }
}
