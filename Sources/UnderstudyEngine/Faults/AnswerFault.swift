import Understudy

/// A fault that breaks the answer of the route's default.
protocol AnswerFault: Sendable {
  /// Breaks the answer.
  func apply(to answer: inout Answer)
}

extension Fault {
  /// What it makes of the default's answer; nil where it needs none.
  var breaking: (any AnswerFault)? {
    switch self {
    case .reset, .emptyReply, .redirectLoop: nil
    case .malformedStatusLine: MalformedStatusLine()
    case .malformedHeader: MalformedHeader()
    case .truncatedBody(let after, let chunked): TruncatedBody(after: after, isChunked: chunked)
    case .malformedChunk(let after): MalformedChunk(after: after)
    case .stalledBody(let after): StalledBody(after: after)
    case .resetBody(let after): ResetBody(after: after)
    case .contentLengthMismatch: ContentLengthMismatch()
    case .wrongEncoding: WrongEncoding()
    }
  }

  /// Whether it needs a body to break.
  var needsBody: Bool {
    switch self {
    case .reset, .emptyReply, .redirectLoop, .malformedStatusLine, .malformedHeader: false
    case .truncatedBody, .malformedChunk, .stalledBody, .resetBody, .contentLengthMismatch,
      .wrongEncoding:
      true
    }
  }
}

extension Answer {
  /// Removes what would let a client keep the answer, or ask for the good one (RFC 9110, 8.8).
  mutating func forgetValidators() {
    headers.removeAll { $0.isNamed("ETag") || $0.isNamed("Last-Modified") }
    validators = nil
  }

  /// Has a body to break: `{}` where there is none, under 200 where the status allows none.
  mutating func insistOnBody() {
    forgetValidators()
    if !allowsBody { status = 200 }
    guard bodyLength == 0 else { return }
    body = Array("{}".utf8)
    addUnlessSet("Content-Type", ContentType.json)
  }

  /// How many bytes of the body come before it breaks: half of them where nobody says, and never the
  /// last, without which the client knows that something is missing.
  func place(_ after: Int?) -> Int { min(after ?? bodyLength / 2, bodyLength - 1) }
}
