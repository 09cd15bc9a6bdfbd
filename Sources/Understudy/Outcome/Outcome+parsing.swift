#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Outcome {
  /// The longest delay that an outcome may have: one day, in milliseconds.
  package static let longestDelayMilliseconds = 86_400_000

  /// Reads the JSON form of an outcome.
  ///
  /// - Throws: ``FormError``, which names the field and what would be right. An unknown
  ///   field is an error too.
  public init(json: JSON) throws(FormError) {
    guard case .object(let form) = json else {
      throw FormError(
        .outcome, field: "", reason: "must be an object, not \(json.kindWithArticle).")
    }
    try Self.refuseUnknownFields(of: form)
    try self.init(Self.action(of: form))
    if let value = form["status"] {
      guard let code = value.intValue, Outcome.legalStatuses.contains(code) else {
        throw FormError(
          .outcome,
          field: "status", reason: "must be a whole number from 200 to 599, not \(value.text).")
      }
      status = code
    }
    if case .redirect = action, status == nil { status = 302 }
    if let value = form["headers"] { headers = try Self.headers(of: value) }
    if let value = form["delayMilliseconds"] {
      delay = try Delay(value)
    }
    pace = try Self.pace(of: form)
    if let value = form["upload"] { upload = try Upload(value) }
    if let value = form["verbatim"] {
      try Self.requireTrue(value, "verbatim")
      braces = .verbatim
    }
    if let value = form["compressed"] {
      try Self.requireTrue(value, "compressed")
      isCompressed = true
    }
  }

  /// The statuses that an answer may have; 1xx are not answers (RFC 9110, 15.2).
  package static let legalStatuses = 200...599

  private static func refuseUnknownFields(of form: JSON.Object) throws(FormError) {
    let known = actionFields + otherFields
    for (name, _) in form where !known.contains(name) {
      throw FormError(
        .outcome,
        field: name,
        reason: "is not part of an outcome.\(Spelling.suggestion(for: name, among: known))")
    }
    let actions = actionFields.filter { form[$0] != nil }
    guard actions.count <= 1 else {
      throw FormError(
        .outcome,
        field: actions[1], reason: "cannot stand beside '\(actions[0])': an outcome does one thing."
      )
    }
    if actions.isEmpty && form["status"] == nil {
      throw FormError(
        .outcome,
        field: "",
        reason:
          "needs 'status' or one of \(actionFields.map { "'\($0)'" }.joined(separator: ", ")).")
    }
    for (field, owner) in [
      ("ifMissing", "fixture"), ("then", "sequence"), ("seed", "weighted"), ("after", "fault"),
      ("chunked", "fault"), ("staysOpen", "events"),
    ]
    where form[field] != nil && form[owner] == nil {
      throw FormError(.outcome, field: field, reason: "goes with '\(owner)' only.")
    }
    if form["everyMilliseconds"] != nil, form["stream"] == nil, form["events"] == nil {
      throw FormError(
        .outcome, field: "everyMilliseconds", reason: "goes with 'stream' and 'events' only.")
    }
  }

  private static func action(of form: JSON.Object) throws(FormError) -> Action {
    if let value = form["json"] { return .json(value) }
    if let value = form["text"] { return .text(try string(value, "text")) }
    if let value = form["redirect"] { return .redirect(try string(value, "redirect")) }
    if let value = form["variant"] {
      return .variant(Variant(rawValue: try string(value, "variant")))
    }
    if let value = form["data"] {
      guard let bytes = Data(base64Encoded: try string(value, "data")) else {
        throw FormError(.outcome, field: "data", reason: "must be base64 (RFC 4648, 4).")
      }
      return .data([UInt8](bytes))
    }
    if let value = form["held"] {
      try requireTrue(value, "held")
      return .held
    }
    if let value = form["fault"] { return .fault(try Fault(value, form)) }
    if let value = form["fixture"] { return try fixture(value, form) }
    if let value = form["patched"] { return try patches(value) }
    if let value = form["sequence"] { return try sequence(value, form) }
    if let value = form["weighted"] { return try weighted(value, form) }
    if let value = form["stream"] { return .stream(try Stream.lines(value, form)) }
    if let value = form["events"] { return .stream(try Stream.events(value, form)) }
    return .bare
  }

  private static func fixture(_ value: JSON, _ form: JSON.Object) throws(FormError) -> Action {
    var ifMissing: Outcome?
    if let inner = form["ifMissing"] {
      do throws(FormError) {
        ifMissing = try Outcome(json: inner)
      } catch {
        throw error.inside("ifMissing")
      }
    }
    return .fixture(try string(value, "fixture"), ifMissing: ifMissing)
  }

  private static func patches(_ value: JSON) throws(FormError) -> Action {
    guard case .object(let members) = value, !members.isEmpty else {
      throw FormError(
        .outcome,
        field: "patched", reason: "must be an object of JSON Pointers and values.")
    }
    var changes: [(pointer: JSONPointer, value: JSON)] = []
    for (text, value) in members {
      guard let pointer = JSONPointer(text) else {
        throw FormError(
          .outcome,
          field: "patched",
          reason: "has '\(text)', which is no JSON Pointer: it must begin with '/' (RFC 6901).")
      }
      changes.append((pointer, value))
    }
    return .patched(changes)
  }

  private static func sequence(
    _ value: JSON, _ form: JSON.Object
  ) throws(FormError) -> Action {
    guard case .array(let forms) = value, !forms.isEmpty else {
      throw FormError(
        .outcome, field: "sequence", reason: "must be an array of at least one outcome.")
    }
    var steps: [Outcome] = []
    for (index, form) in forms.enumerated() {
      do throws(FormError) {
        steps.append(try Outcome(json: form))
      } catch {
        throw error.inside("sequence[\(index)]")
      }
    }
    guard let end = form["then"] else { return .sequence(steps, then: .last) }
    return .sequence(steps, then: try choice(end, "then"))
  }

  private static func headers(of value: JSON) throws(FormError) -> [Header] {
    guard case .object(let members) = value else {
      throw FormError(
        .outcome,
        field: "headers", reason: "must be an object of names and values, not \(value.text).")
    }
    var headers: [Header] = []
    for (name, value) in members {
      let field = "headers.\(name)"
      switch value {
      case .array(let lines):
        for line in lines { headers.append(Header(name, try string(line, field))) }
      default: headers.append(Header(name, try string(value, field)))
      }
    }
    return headers
  }

  static func requireTrue(_ value: JSON, _ field: String) throws(FormError) {
    guard value.boolValue == true else {
      throw FormError(.outcome, field: field, reason: "must be true; leave it out otherwise.")
    }
  }

  private static func string(_ value: JSON, _ field: String) throws(FormError) -> String {
    guard let text = value.stringValue else {
      throw FormError(.outcome, field: field, reason: "must be a string, not \(value.text).")
    }
    return text
  }

  static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: JSON, _ field: String
  ) throws(FormError) -> Choice {
    let text = try string(value, field)
    if let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map(\.rawValue)
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    throw FormError(
      .outcome,
      field: field,
      reason:
        "must be one of \(list), not '\(text)'.\(Spelling.suggestion(for: text, among: known))")
  }
}

extension JSON {
  /// The kind for a sentence: "a string", "an array".
  package var kindWithArticle: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
