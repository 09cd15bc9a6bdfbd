#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Outcome {
  /// The fields of the JSON form that say what is done; at most one of them stands in it.
  package static let actionFields = [
    "json", "text", "data", "fixture", "redirect", "held", "variant", "patched", "sequence",
    "weighted", "fault", "stream", "events",
  ]
  static let otherFields = [
    "status", "headers", "delayMilliseconds", "bytesPerSecond", "dribbled", "everyMilliseconds",
    "staysOpen", "ifMissing", "then", "seed", "verbatim", "compressed", "after", "chunked",
    "upload",
  ]

  /// The one JSON form of outcomes, as the admin API takes it.
  ///
  /// ```json
  /// {"status": 402, "headers": {"X-A": "1"}, "json": {"left": 0}, "delayMilliseconds": 300}
  /// ```
  ///
  /// Nil for a `.dynamic` outcome, and for one that contains one. Delays are whole
  /// milliseconds; bytes are base64 (RFC 4648, 4).
  public var json: JSON? {
    var form: JSON.Object = [:]
    if let status { form["status"] = .int(status) }
    if !headers.isEmpty { form["headers"] = .object(headersForm) }
    switch action {
    case .bare: break
    case .json(let value): form["json"] = value
    case .text(let text): form["text"] = .string(text)
    case .data(let bytes): form["data"] = .string(Data(bytes).base64EncodedString())
    case .redirect(let location): form["redirect"] = .string(location)
    case .held: form["held"] = true
    case .variant(let name): form["variant"] = .string(name.rawValue)
    case .fault(let fault): fault.write(to: &form)
    case .dynamic: return nil
    case .stream(let stream): stream.put(into: &form)
    case .fixture(let name, let ifMissing):
      form["fixture"] = .string(name)
      if let ifMissing {
        guard let inner = ifMissing.json else { return nil }
        form["ifMissing"] = inner
      }
    case .patched(let changes):
      var patches: JSON.Object = [:]
      for change in changes { patches[change.pointer.description] = change.value }
      form["patched"] = .object(patches)
    case .sequence(let steps, let end):
      let forms = steps.compactMap(\.json)
      guard forms.count == steps.count else { return nil }
      form["sequence"] = .array(forms)
      if end != .last { form["then"] = .string(end.rawValue) }
    case .weighted(let choices, let seed):
      guard let forms = Self.form(of: choices) else { return nil }
      form["weighted"] = forms
      if seed != 0 { form["seed"] = .int(seed) }
    }
    if let delay { form["delayMilliseconds"] = delay.json }
    if let pace { form[pace.field] = pace.json }
    if let upload {
      guard let inner = upload.json else { return nil }
      form["upload"] = inner
    }
    if braces == .verbatim { form["verbatim"] = true }
    if isCompressed { form["compressed"] = true }
    return .object(form)
  }

  /// Header lines by name; several lines of one name are an array.
  private var headersForm: JSON.Object {
    var form: JSON.Object = [:]
    for header in headers where form[header.name] == nil {
      let values = headers.filter { $0.name == header.name }.map { JSON.string($0.value) }
      form[header.name] = values.count == 1 ? values[0] : .array(values)
    }
    return form
  }
}

extension Outcome: Codable {
  /// Reads the JSON form through any decoder.
  ///
  /// A decoder other than ``init(json:)`` may lose the order of keys and digits beyond its numbers.
  public init(from decoder: any Decoder) throws {
    try self.init(json: JSON(from: decoder))
  }

  /// Writes the JSON form.
  ///
  /// - Throws: `EncodingError` for a `.dynamic` outcome.
  public func encode(to encoder: any Encoder) throws {
    guard let json else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "A dynamic outcome is code, not data."))
    }
    try json.encode(to: encoder)
  }
}

extension Duration {
  /// The duration in milliseconds, rounded up, so that a delay never gets shorter.
  package var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    return Int(seconds) * 1000 + Int(whole) + (rest > 0 ? 1 : 0)
  }
}
