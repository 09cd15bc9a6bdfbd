public import Understudy

/// The header lines and the body of a request or an answer, as far as they are on record.
public struct MessageRecord: Sendable, Hashable {
  /// The header lines, in order, with repeats.
  public var headers: [Header]
  /// The body where it is UTF-8; nil where it is not, and where there is none on record.
  public var text: String?
  /// The body as base64 where it is not UTF-8.
  public var base64: String?
  /// How many bytes the body had; nil where none was sent.
  public var bodyLength: Int?
  /// The digest of the whole body, in hexadecimal digits; nil where it is not known.
  public var bodySHA256: String?
  /// Whether the record has the beginning of the body alone.
  public var isBodyTruncated: Bool

  /// The body as JSON; nil where it is none.
  public var json: JSON? { text.flatMap { try? JSON(parsing: $0) } }

  /// The value of a header line, whose name compares without case (RFC 9110, 5.1); the first of several.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Reads the object of an answer; nil where it is none.
  public init?(json: JSON) {
    guard let lines = json["headers"]?.arrayValue else { return nil }
    headers = lines.compactMap { line in
      guard let name = line[0]?.stringValue, let value = line[1]?.stringValue else { return nil }
      return Header(name, value)
    }
    text = json["text"]?.stringValue
    base64 = json["base64"]?.stringValue
    bodyLength = json["bodyLength"]?.intValue
    bodySHA256 = json["bodySHA256"]?.stringValue
    isBodyTruncated = json["bodyTruncated"]?.boolValue ?? false
  }
}
