public import Understudy

/// An error as the daemon answers it: `application/problem+json` (RFC 9457).
public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The HTTP status.
  public var status: Int
  /// What went wrong, for programs.
  public var code: ProblemCode
  /// What went wrong, where, and what to do, for people.
  public var detail: String
  /// Further members, such as `known`.
  public var members: JSON.Object

  /// The content type of its JSON.
  public static let contentType = "application/problem+json"

  /// A problem by its parts.
  public init(_ status: Int, _ code: ProblemCode, _ detail: String, members: JSON.Object = [:]) {
    self.status = status
    self.code = code
    self.detail = detail
    self.members = members
  }

  /// The document.
  public var json: JSON {
    var document: JSON.Object = [
      "type": "about:blank", "status": .int(status), "code": .string(code.rawValue),
      "detail": .string(detail),
    ]
    for (key, value) in members { document[key] = value }
    return .object(document)
  }

  /// Reads a document; nil where it is none of ours.
  public init?(json: JSON) {
    guard let status = json["status"]?.intValue,
      let code = json["code"]?.stringValue.flatMap(ProblemCode.init), let object = json.objectValue,
      let detail = json["detail"]?.stringValue
    else { return nil }
    let others = object.filter { !["type", "status", "code", "detail"].contains($0.key) }
    self.init(status, code, detail, members: JSON.Object(others))
  }

  /// The detail.
  public var description: String { detail }
}
