extension RequestRules {
  /// The fields of the JSON form.
  package static let formFields = [
    "query", "queryContaining", "headers", "cookies", "host", "clientCertificate", "body",
  ]

  /// The JSON form, as listings show it and verifications take it.
  ///
  /// ```json
  /// {
  ///   "query": {"page": 1},
  ///   "headers": {"Authorization": {"bearer": "t-1"}},
  ///   "cookies": {"sid": {"any": true}},
  ///   "host": "api.example.test",
  ///   "clientCertificate": {"matching": "CN=till-.*"},
  ///   "body": {"jsonContaining": {"id": 7}}
  /// }
  /// ```
  ///
  /// `query` is strict: exactly these pairs. `queryContaining` leaves others free; without either,
  /// or with `"query": "ignored"`, every query fits. Several body rules are an array.
  package var json: JSON {
    var form: JSON.Object = [:]
    if query != .ignored { form = query.form("query") }
    if !headers.rules.isEmpty { form["headers"] = RuleForm.json(headers.rules) }
    if !cookies.rules.isEmpty { form["cookies"] = RuleForm.json(cookies.rules) }
    if let host { form["host"] = .string(host.text) }
    if let rule = clientCertificates.last { form["clientCertificate"] = rule.json }
    if bodies.count == 1 {
      form["body"] = bodies[0].json
    } else if !bodies.isEmpty {
      form["body"] = .array(bodies.map(\.json))
    }
    return .object(form)
  }

  /// Reads the JSON form.
  ///
  /// - Throws: ``FormError``, which names the field and what would be right. What a pattern
  ///   or a host says is the catalog check's to judge.
  package init(json: JSON) throws(FormError) {
    let form = try RuleForm(json, known: Self.formFields)
    self.init(query: .ignored)
    if let rules = try form.value("query", QueryRules.init(form:)) { query = rules }
    if let pairs = try form.value("queryContaining", RuleForm.pairs) {
      guard form["query"] == nil else {
        throw FormError(.rule, field: "queryContaining", reason: "cannot stand beside 'query'.")
      }
      query = QueryRules(pairs: pairs, isStrict: false)
    }
    headers = NamedRules(rules: try form.value("headers", RuleForm.pairs) ?? [])
    cookies = NamedRules(rules: try form.value("cookies", RuleForm.pairs) ?? [])
    host = try form.value("host", RuleForm.string).map { HostRule($0) }
    clientCertificates =
      try form.value("clientCertificate", ValueRule.init(json:)).map { [$0] } ?? []
    bodies = try form.value("body", Self.bodies) ?? []
  }

  private static func bodies(_ json: JSON) throws(FormError) -> [BodyRule] {
    guard case .array = json else { return [try BodyRule(json: json)] }
    return try RuleForm.list(json, BodyRule.init(json:))
  }
}

extension QueryRules {
  private static let ignoredForm: JSON = "ignored"

  /// The one field that stands for the rules: `query`, or `queryContaining` where others are free.
  func form(_ field: String) -> JSON.Object {
    if self == .ignored { return [field: Self.ignoredForm] }
    return [isStrict ? field : "\(field)Containing": RuleForm.json(pairs)]
  }

  /// Reads the value of the strict field.
  init(form: JSON) throws(FormError) {
    if form == Self.ignoredForm {
      self = .ignored
      return
    }
    guard case .object = form else {
      throw FormError(
        .rule,
        field: "",
        reason: "must be an object of names and rules, or 'ignored', not \(form.text).")
    }
    self.init(pairs: try RuleForm.pairs(form))
  }
}
