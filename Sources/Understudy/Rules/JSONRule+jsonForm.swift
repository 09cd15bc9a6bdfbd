extension JSONRule {
  /// The members that make an object of one member a rule.
  private static let marks = [
    "$any", "$optional", "$oneOf", "$matching", "$kind", "$equals", "$object",
  ]

  /// The JSON form: the JSON itself, with rules as objects of one member.
  ///
  /// ```json
  /// {"email": {"$any": true}, "age": {"$kind": "integer"}, "roles": ["admin", {"$matching": "r-[0-9]+"}]}
  /// ```
  ///
  /// `$equals` takes JSON as it is, whatever it looks like; `$object` an object of rules whose one
  /// member has such a name.
  public var json: JSON {
    switch self {
    case .equals(let value): Self.looksLikeRule(value) ? ["$equals": value] : value
    case .object(let members):
      Self.form(JSON.Object(members.map { (key: $0.name, value: $0.rule.json) }))
    case .array(let rules): .array(rules.map(\.json))
    case .any: ["$any": true]
    case .optional(let rule): ["$optional": rule.json]
    case .oneOf(let rules): ["$oneOf": .array(rules.map(\.json))]
    case .matching(let pattern): ["$matching": .string(pattern)]
    case .kind(let kind): ["$kind": .string(kind.rawValue)]
    }
  }

  /// Reads the JSON form.
  ///
  /// - Throws: ``FormError``, which names the field and what would be right.
  public init(json: JSON) throws(FormError) {
    switch json {
    case .object(let members):
      if let mark = Self.mark(of: members), let value = members[mark] {
        self = try RuleForm.inside(mark) { () throws(FormError) in
          try Self.rule(mark, value)
        }
      } else {
        self = .object(try Self.members(members))
      }
    case .array: self = .array(try RuleForm.list(json, JSONRule.init(json:)))
    case .null, .bool, .number, .string: self = .equals(json)
    }
  }

  private static func rule(_ mark: String, _ value: JSON) throws(FormError) -> JSONRule {
    switch mark {
    case "$any":
      try RuleForm.isTrue(value)
      return .any
    case "$optional": return .optional(try JSONRule(json: value))
    case "$oneOf": return .oneOf(try RuleForm.list(value, JSONRule.init(json:)))
    case "$matching": return .matching(try RuleForm.string(value))
    case "$equals": return .equals(value)
    case "$object":
      guard case .object(let members) = value else {
        throw FormError(
          .rule, field: "", reason: "must be an object, not \(value.kindWithArticle).")
      }
      return .object(try Self.members(members))
    default:
      let text = try RuleForm.string(value)
      if let kind = Kind(rawValue: text) { return .kind(kind) }
      let known = Kind.allCases.map(\.rawValue)
      let list = known.map { "'\($0)'" }.joined(separator: ", ")
      throw FormError(
        .rule,
        field: "",
        reason:
          "must be one of \(list), not '\(text)'.\(Spelling.suggestion(for: text, among: known))"
      )
    }
  }

  private static func members(_ object: JSON.Object) throws(FormError) -> [Member] {
    var seen: Set<[UInt8]> = []
    var members: [Member] = []
    for (name, value) in object {
      guard seen.insert(Array(name.utf8)).inserted else {
        throw FormError(.rule, field: name, reason: "stands there twice.")
      }
      let rule = try RuleForm.inside(name) { () throws(FormError) in
        try JSONRule(json: value)
      }
      members.append(Member(name, rule))
    }
    return members
  }

  private static func mark(of members: JSON.Object) -> String? {
    members.count == 1 ? marks.first { members[$0] != nil } : nil
  }

  private static func form(_ members: JSON.Object) -> JSON {
    mark(of: members) == nil ? .object(members) : ["$object": .object(members)]
  }

  /// Whether JSON, or some part of it, would be read as a rule.
  private static func looksLikeRule(_ json: JSON) -> Bool {
    switch json {
    case .object(let members):
      mark(of: members) != nil || members.contains { looksLikeRule($0.value) }
    case .array(let elements): elements.contains(where: looksLikeRule)
    case .null, .bool, .number, .string: false
    }
  }
}
