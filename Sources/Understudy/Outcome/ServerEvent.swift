/// One event of a stream of Server-Sent Events (WHATWG HTML, 9.2).
///
/// ```swift
/// ServerEvent("price", ["symbol": "A", "cents": 1250], id: "7")
/// ```
public struct ServerEvent: Sendable, Hashable {
  /// What kind of event it is; without one, a browser takes it for a `message`.
  public var name: String?
  /// What it says: a string as it is, a line for each of its own, anything else as JSON.
  public var data: JSON
  /// The id that a client sends back in `Last-Event-ID` when it comes again.
  public var id: String?

  /// An event by its parts.
  public init(_ name: String? = nil, _ data: JSON, id: String? = nil) {
    self.name = name
    self.data = data
    self.id = id
  }
}

extension ServerEvent {
  /// Whether its name and its id are lines of their own, as they must be.
  package var isLegal: Bool {
    [name, id].allSatisfy { text in
      text.map { !$0.utf8.contains { [0x00, 0x0A, 0x0D].contains($0) } } ?? true
    }
  }

  /// Its bytes, with this in the place of its data.
  package func bytes(_ data: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    if let id { bytes += "id: \(id)\n".utf8 }
    if let name { bytes += "event: \(name)\n".utf8 }
    var line: [UInt8] = []
    var last: UInt8 = 0
    for byte in data {
      switch byte {
      // The two of one end of a line.
      case 0x0A where last == 0x0D: break
      case 0x0A, 0x0D:
        bytes += "data: ".utf8 + line + [0x0A]
        line = []
      default: line.append(byte)
      }
      last = byte
    }
    return bytes + "data: ".utf8 + line + [0x0A, 0x0A]
  }

  /// Its data as it is sent.
  package var dataBytes: [UInt8] { data.stringValue.map { Array($0.utf8) } ?? data.bytes() }

  /// Its bytes.
  package var bytes: [UInt8] { bytes(dataBytes) }
}

// MARK: - The JSON form

extension ServerEvent {
  /// The object that stands for it.
  package var json: JSON {
    var form: JSON.Object = [:]
    if let name { form["event"] = .string(name) }
    form["data"] = data
    if let id { form["id"] = .string(id) }
    return .object(form)
  }

  /// Reads the object that stands for it.
  package init(json: JSON) throws(FormError) {
    guard case .object(let form) = json else {
      throw FormError(
        .outcome, field: "", reason: "must be an object with 'data', not \(json.kindWithArticle).")
    }
    let known = ["event", "data", "id"]
    for (name, _) in form where !known.contains(name) {
      throw FormError(
        .outcome, field: name,
        reason: "is not part of an event.\(Spelling.suggestion(for: name, among: known))")
    }
    guard let data = form["data"] else {
      throw FormError(.outcome, field: "data", reason: "is missing.")
    }
    self.init(
      try Self.line(form["event"], "event"), data, id: try Self.line(form["id"], "id"))
  }

  private static func line(_ json: JSON?, _ field: String) throws(FormError) -> String? {
    guard let json else { return nil }
    guard let text = json.stringValue, ServerEvent(text, nil).isLegal else {
      throw FormError(.outcome, field: field, reason: "must be one line, not \(json.text).")
    }
    return text
  }
}
