public import Understudy

/// What is sent into an open stream from outside.
///
/// ```json
/// {"event": "price", "data": {"cents": 1250}, "id": "7"}
/// {"raw": ": a comment\n\n"}
/// ```
public enum StreamMessage: Sendable, Hashable {
  /// An event.
  case event(ServerEvent)
  /// Bytes as they are.
  case raw(String)

  /// Reads the object of a call.
  ///
  /// - Throws: ``Problem``, which names the field and what would be right.
  public init(json: JSON) throws(Problem) {
    let reader = try ObjectReader(json, known: ["event", "data", "id", "raw"])
    if let raw = try reader.givenString("raw") {
      for field in ["event", "data", "id"] where reader[field] != nil {
        throw Problem(
          400, .invalidField, "The fields 'raw' and '\(field)' exclude each other: give one.")
      }
      self = .raw(raw)
      return
    }
    guard let data = reader["data"] else {
      throw Problem(400, .invalidField, "The body must have 'data', or 'raw'.")
    }
    let event = ServerEvent(
      try Self.line("event", reader), data, id: try Self.line("id", reader))
    self = .event(event)
  }

  /// The object of a call.
  public var json: JSON {
    switch self {
    case .event(let event): event.json
    case .raw(let text): ["raw": .string(text)]
    }
  }

  /// The bytes that are sent.
  package var bytes: [UInt8] {
    switch self {
    case .event(let event): event.bytes
    case .raw(let text): Array(text.utf8)
    }
  }

  private static func line(_ field: String, _ reader: ObjectReader) throws(Problem) -> String? {
    guard let text = try reader.givenString(field) else { return nil }
    guard ServerEvent(text, nil).isLegal else {
      throw ObjectReader.wrong(field, "one line", .string(text))
    }
    return text
  }
}
