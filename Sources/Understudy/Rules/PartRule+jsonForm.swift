extension PartRule {
  private static let fields = [
    "file", "field", "filename", "contentType", "size", "value", "json", "bytes", "optional",
  ]

  /// The JSON form.
  ///
  /// ```json
  /// {"file": "avatar", "filename": {"matching": ".*\\.png"}, "contentType": "image/png", "size": {"atMost": 1000000}}
  /// {"field": "caption", "value": {"any": true}, "optional": true}
  /// ```
  var json: JSON {
    var form: JSON.Object = [filename == nil ? "field" : "file": .string(name)]
    if let filename, filename != .any { form["filename"] = filename.json }
    if let contentType { form["contentType"] = contentType.json }
    if let size {
      var bounds: JSON.Object = ["atLeast": .int(size.lowerBound)]
      if size.upperBound != .max { bounds["atMost"] = .int(size.upperBound) }
      form["size"] = .object(bounds)
    }
    switch content {
    case .free: break
    case .value(let rule): form["value"] = rule.json
    case .json(let rule): form["json"] = rule.json
    case .bytes(let bytes): form["bytes"] = .string(RuleForm.base64(bytes))
    }
    if isOptional { form["optional"] = true }
    return .object(form)
  }

  /// Reads the JSON form.
  init(json: JSON) throws(FormError) {
    let form = try RuleForm(json, known: Self.fields)
    let file = try form.value("file", RuleForm.string)
    let field = try form.value("field", RuleForm.string)
    guard let name = file ?? field, file == nil || field == nil else {
      throw FormError(
        .rule,
        field: "", reason: "must have either 'file' or 'field', the name of the part.")
    }
    for other in ["filename", "size", "bytes"] where file == nil && form[other] != nil {
      throw FormError(.rule, field: other, reason: "goes with 'file' only.")
    }
    self.init(
      name: name, contentType: try form.value("contentType", ValueRule.init(json:)),
      size: try form.value("size", Self.size), content: try Self.content(form))
    if file != nil { filename = try form.value("filename", ValueRule.init(json:)) ?? .any }
    isOptional = try form.value("optional", RuleForm.isTrue) != nil
  }

  private static func content(_ form: RuleForm) throws(FormError) -> Content {
    let fields = ["value", "json", "bytes"].filter { form[$0] != nil }
    guard fields.count <= 1 else {
      throw FormError(.rule, field: fields[1], reason: "cannot stand beside '\(fields[0])'.")
    }
    if let rule = try form.value("value", ValueRule.init(json:)) { return .value(rule) }
    if let rule = try form.value("json", JSONRule.init(json:)) { return .json(rule) }
    if let bytes = try form.value("bytes", RuleForm.bytes) { return .bytes(bytes) }
    return .free
  }

  private static func size(_ json: JSON) throws(FormError) -> ClosedRange<Int> {
    let form = try RuleForm(json, known: ["atLeast", "atMost"])
    let least = try form.value("atLeast", count) ?? 0
    let most = try form.value("atMost", count) ?? .max
    guard least <= most else {
      throw FormError(.rule, field: "atMost", reason: "must not be below 'atLeast'.")
    }
    return least...most
  }

  private static func count(_ json: JSON) throws(FormError) -> Int {
    if let count = json.intValue, count >= 0 { return count }
    throw FormError(
      .rule,
      field: "", reason: "must be a whole number of bytes, 0 or more, not \(json.text).")
  }
}
