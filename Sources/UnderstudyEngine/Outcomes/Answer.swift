package import MicroHTTPD
package import Understudy

/// A finished answer before it is made ready to send.
package struct Answer: Sendable, Hashable {
  package var status: Int
  package var headers: [Header]
  /// The body, where it lies in memory.
  package var body: [UInt8] {
    // Another body is in another state, and its date is not known.
    didSet { if validators != nil { validators = .ofContent } }
  }
  /// The file that is the body instead.
  package var file: AnswerFile?
  package var cut: Reply.Cut?
  /// What is said of the length of a body that breaks off.
  package var framing = Reply.Framing.exact
  /// What is not HTTP in it.
  package var malformation: Reply.Malformation?
  /// What tells its state; nil where that is nobody's business, or another with each request.
  var validators: Validators?
  /// Whether it is compressed for a client that can take it.
  var isCompressed = false
  /// Set where a transformation leaves nothing to answer: the connection is reset instead.
  var isReset = false

  package init(status: Int, headers: [Header] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first line of a name.
  package func value(of name: String) -> String? {
    headers.first { $0.isNamed(name) }?.value
  }

  /// Adds a line, unless one of the name is there.
  mutating func addUnlessSet(_ name: String, _ value: String) {
    if self.value(of: name) == nil { headers.append(Header(name, value)) }
  }

  /// How long the body is, in bytes.
  var bodyLength: Int { file?.range.count ?? body.count }

  /// Whether its content type is JSON.
  var isJSON: Bool { value(of: "Content-Type").map(ContentType.isJSON) ?? false }

  /// Whether its status allows a body (RFC 9110, 15.3.5, 15.3.6, 15.4.5).
  var allowsBody: Bool { ![204, 205, 304].contains(status) }
}
