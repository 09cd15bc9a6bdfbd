extension ValueRule {
  private static let kinds = [
    "any", "optional", "oneOf", "matching", "flag", "listInAnyOrder", "token", "bearer", "basic",
  ]

  /// The JSON form: a literal is a string, a list an array, any other rule an object of one field.
  ///
  /// ```json
  /// "text"
  /// ["a", "b"]
  /// {"any": true}
  /// {"optional": {"matching": "[0-9]+"}}
  /// {"oneOf": ["name", "age"]}
  /// {"flag": true}
  /// {"listInAnyOrder": ["a", "b"]}
  /// {"token": "gzip"}
  /// {"bearer": "t-1"}
  /// {"basic": {"user": "ada", "password": "s"}}
  /// ```
  public var json: JSON {
    switch self {
    case .equals(let text): .string(text)
    case .any: ["any": true]
    case .optional(let rule): ["optional": rule.json]
    case .oneOf(let rules): ["oneOf": .array(rules.map(\.json))]
    case .matching(let pattern): ["matching": .string(pattern)]
    case .flag: ["flag": true]
    case .list(let rules): .array(rules.map(\.json))
    case .listInAnyOrder(let rules): ["listInAnyOrder": .array(rules.map(\.json))]
    case .token(let text): ["token": .string(text)]
    case .bearer(let rule): ["bearer": rule.json]
    case .basic(let user, let password):
      ["basic": ["user": .string(user), "password": .string(password)]]
    }
  }

  /// Reads the JSON form; a number is the text of its digits.
  ///
  /// - Throws: ``FormError``, which names the field and what would be right.
  public init(json: JSON) throws(FormError) {
    switch json {
    case .string(let text): self = .equals(text)
    case .number(let number): self = .equals(number.literal)
    case .array: self = .list(try RuleForm.list(json, ValueRule.init(json:)))
    case .object: self = try Self.rule(of: json)
    case .null, .bool:
      throw FormError(
        .rule,
        field: "",
        reason: "must be a string, a number, an array or an object with a rule, not \(json.text).")
    }
  }

  private static func rule(of json: JSON) throws(FormError) -> ValueRule {
    let form = try RuleForm(json, known: kinds)
    guard let kind = form.fields.first, form.fields.count == 1 else {
      throw FormError(
        .rule,
        field: "", reason: "must have one of \(kinds.map { "'\($0)'" }.joined(separator: ", ")).")
    }
    return try form.needed(kind) { (value) throws(FormError) in
      switch kind {
      case "any":
        try RuleForm.isTrue(value)
        return .any
      case "flag":
        try RuleForm.isTrue(value)
        return .flag
      case "optional": return .optional(try ValueRule(json: value))
      case "oneOf": return .oneOf(try RuleForm.list(value, ValueRule.init(json:)))
      case "listInAnyOrder":
        return .listInAnyOrder(try RuleForm.list(value, ValueRule.init(json:)))
      case "matching": return .matching(try RuleForm.string(value))
      case "token": return .token(try RuleForm.string(value))
      case "bearer": return .bearer(try ValueRule(json: value))
      default:
        let form = try RuleForm(value, known: ["user", "password"])
        return .basic(
          try form.needed("user", RuleForm.string), try form.needed("password", RuleForm.string))
      }
    }
  }
}
