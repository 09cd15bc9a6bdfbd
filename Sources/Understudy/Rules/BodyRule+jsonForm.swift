#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BodyRule {
  private static let kinds = [
    "json", "jsonContaining", "jsonFixture", "form", "formContaining", "multipart", "graphQL",
    "text", "bytes", "bytesFixture", "empty", "where",
  ]

  /// The JSON form: an object of one field.
  ///
  /// ```json
  /// {"json": {"email": {"$any": true}}}
  /// {"form": {"name": {"any": true}, "password": "wrong"}}
  /// {"multipart": [{"file": "avatar", "contentType": "image/png"}, {"field": "caption", "value": "x"}]}
  /// {"graphQL": {"operation": "User", "variables": {"id": 1}}}
  /// {"text": {"matching": "[a-z]+"}}
  /// {"bytes": "aGk="}
  /// {"empty": true}
  /// ```
  ///
  /// A `where` rule is listed by its explanation, and cannot be read back.
  public var json: JSON {
    switch kind {
    case .json(let rule): ["json": rule.json]
    case .jsonContaining(let rule): ["jsonContaining": rule.json]
    case .jsonFixture(let name): ["jsonFixture": .string(name)]
    case .form(let rules): .object(rules.form("form"))
    case .multipart(let parts): ["multipart": .array(parts.map(\.json))]
    case .graphQL(let operation, let variables):
      ["graphQL": Self.graphQL(operation, variables)]
    case .text(let rule): ["text": rule.json]
    case .bytes(let bytes): ["bytes": .string(RuleForm.base64(bytes))]
    case .bytesFixture(let name): ["bytesFixture": .string(name)]
    case .custom(let explanation, _): ["where": .string(explanation)]
    case .empty: ["empty": true]
    }
  }

  /// Reads the JSON form.
  ///
  /// - Throws: ``FormError``, which names the field and what would be right.
  public init(json: JSON) throws(FormError) {
    let form = try RuleForm(json, known: Self.kinds)
    guard let kind = form.fields.first, form.fields.count == 1 else {
      throw FormError(
        .rule,
        field: "",
        reason: "must have one of \(Self.kinds.map { "'\($0)'" }.joined(separator: ", ")).")
    }
    self.init(
      kind: try form.needed(kind) { (value) throws(FormError) in
        try Self.kind(kind, value)
      })
  }

  private static func kind(_ name: String, _ value: JSON) throws(FormError) -> Kind {
    switch name {
    case "json": return .json(try JSONRule(json: value))
    case "jsonContaining": return .jsonContaining(try JSONRule(json: value))
    case "jsonFixture": return .jsonFixture(try RuleForm.string(value))
    case "form": return .form(try QueryRules(form: value))
    case "formContaining":
      return .form(QueryRules(pairs: try RuleForm.pairs(value), isStrict: false))
    case "multipart": return .multipart(try RuleForm.list(value, PartRule.init(json:)))
    case "graphQL":
      let form = try RuleForm(value, known: ["operation", "variables"])
      return .graphQL(
        operation: try form.needed("operation", ValueRule.init(json:)),
        variables: try form.value("variables", JSONRule.init(json:)))
    case "text": return .text(try ValueRule(json: value))
    case "bytes": return .bytes(try RuleForm.bytes(value))
    case "bytesFixture": return .bytesFixture(try RuleForm.string(value))
    case "empty":
      try RuleForm.isTrue(value)
      return .empty
    default:
      throw FormError(.rule, field: "", reason: "is code: it can be listed and not sent.")
    }
  }

  private static func graphQL(_ operation: ValueRule, _ variables: JSONRule?) -> JSON {
    var form: JSON.Object = ["operation": operation.json]
    if let variables { form["variables"] = variables.json }
    return .object(form)
  }
}

extension RuleForm {
  /// Bytes as base64 (RFC 4648, 4).
  static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// The bytes of base64.
  static func bytes(_ json: JSON) throws(FormError) -> [UInt8] {
    guard let bytes = Data(base64Encoded: try string(json)) else {
      throw FormError(.rule, field: "", reason: "must be base64 (RFC 4648, 4).")
    }
    return [UInt8](bytes)
  }
}
