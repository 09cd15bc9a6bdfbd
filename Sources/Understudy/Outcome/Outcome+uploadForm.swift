// The field `upload` of the JSON form.

extension Outcome.Upload {
  /// The value of the field; nil where a part of it is code.
  var json: JSON? {
    var form: JSON.Object = [:]
    if let bytesPerSecond { form["bytesPerSecond"] = .int(bytesPerSecond) }
    switch breaking {
    case .refused(let after, let outcome)?:
      guard let inner = outcome.json else { return nil }
      form["refused"] = ["after": .int(after), "with": inner]
    case .reset(let after)?: form["reset"] = ["after": .int(after)]
    case nil: break
    }
    if withholdsContinue { form["withholdsContinue"] = true }
    return .object(form)
  }

  /// Reads the value of the field.
  init(_ json: JSON) throws(FormError) {
    let known = ["bytesPerSecond", "refused", "reset", "withholdsContinue"]
    let form = try Self.members(json, "upload", known)
    guard !form.isEmpty else {
      throw FormError(
        .outcome, field: "upload",
        reason: "needs one of \(known.map { "'\($0)'" }.joined(separator: ", ")).")
    }
    if let value = form["bytesPerSecond"] {
      guard let rate = value.intValue, Outcome.legalRates.contains(rate) else {
        throw FormError(
          .outcome, field: "upload.bytesPerSecond",
          reason: "must be a whole number from 1 to 1000000000, not \(value.text).")
      }
      bytesPerSecond = rate
    }
    if form["refused"] != nil, form["reset"] != nil {
      throw FormError(
        .outcome, field: "upload.reset",
        reason: "cannot stand beside 'refused': a body breaks off in one way.")
    }
    if let value = form["refused"] { breaking = try Self.refused(value) }
    if let value = form["reset"] {
      let field = "upload.reset"
      breaking = .reset(after: try Self.place(Self.members(value, field, ["after"]), field))
    }
    if let value = form["withholdsContinue"] {
      try Outcome.requireTrue(value, "upload.withholdsContinue")
      withholdsContinue = true
    }
  }

  private static func refused(_ json: JSON) throws(FormError) -> Breaking {
    let field = "upload.refused"
    let form = try members(json, field, ["after", "with"])
    let after = try place(form, field)
    guard let inner = form["with"] else {
      throw FormError(.outcome, field: "\(field).with", reason: "is missing.")
    }
    do throws(FormError) {
      return .refused(after: after, with: try Outcome(json: inner))
    } catch {
      throw error.inside("\(field).with")
    }
  }

  private static func place(_ form: JSON.Object, _ field: String) throws(FormError) -> Int {
    guard let value = form["after"] else {
      throw FormError(.outcome, field: "\(field).after", reason: "is missing.")
    }
    guard let count = value.intValue, count >= 0 else {
      throw FormError(
        .outcome, field: "\(field).after",
        reason: "must be a whole number of bytes, 0 or more, not \(value.text).")
    }
    return count
  }

  private static func members(
    _ json: JSON, _ field: String, _ known: [String]
  ) throws(FormError) -> JSON.Object {
    guard case .object(let form) = json else {
      let names = known.map { "'\($0)'" }.joined(separator: ", ")
      throw FormError(
        .outcome, field: field,
        reason: "must be an object of \(names), not \(json.kindWithArticle)."
      )
    }
    for (name, _) in form where !known.contains(name) {
      throw FormError(
        .outcome, field: "\(field).\(name)",
        reason: "is not part of it.\(Spelling.suggestion(for: name, among: known))")
    }
    return form
  }
}
