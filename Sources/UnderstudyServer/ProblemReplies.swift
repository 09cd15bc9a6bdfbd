import MicroHTTPD
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Makes answers out of problems.
struct ProblemReplies: Sendable {
  private let maker: ReplyMaker

  init(_ maker: ReplyMaker) {
    self.maker = maker
  }

  /// The problem as `application/problem+json`, with the headers given.
  func reply(_ problem: Problem, headers: [Header] = [], closes: Bool = false) -> Reply {
    reply(
      status: problem.status,
      headers: [Header("Content-Type", Problem.contentType)] + headers,
      body: problem.json.bytes(pretty: true) + [UInt8(ascii: "\n")], closes: closes)
  }

  /// An answer of the daemon's own, which nobody shall store.
  func reply(
    status: Int, headers: [Header], body: [UInt8] = [], closes: Bool = false
  ) -> Reply {
    maker.reply(
      Answer(
        status: status, headers: [Header("Cache-Control", "no-store")] + headers, body: body),
      closes: closes)
  }
}

extension ProblemReplies {
  /// Answers an exchange with a problem, which its line in the log tells too.
  func refuse(_ exchange: Exchange, _ problem: Problem) -> Action {
    exchange.attachment = LogNote(problem.detail)
    return .reply(reply(problem))
  }

  /// Answers a message that HTTP does not allow.
  func refuse(_ refusal: Refusal, _ exchange: Exchange) -> Reply {
    exchange.attachment = LogNote(refusal.problem.detail)
    return reply(to: refusal)
  }

  /// The answer to a message that HTTP does not allow, or that there is no room for.
  func reply(to refusal: Refusal) -> Reply {
    let headers = refusal == .tooManyConnections ? [Header("Retry-After", "1")] : []
    return reply(refusal.problem, headers: headers, closes: true)
  }
}

extension Refusal {
  /// The refusal in words.
  var problem: Problem {
    let (code, detail): (ProblemCode, String) =
      switch self {
      case .missingHost: (.malformedMessage, "An HTTP/1.1 request needs a Host (RFC 9112, 3.2).")
      case .repeatedHost: (.malformedMessage, "The request has more than one Host (RFC 9112, 3.2).")
      case .conflictingLength:
        (.malformedMessage, "The request has two Content-Length that differ (RFC 9112, 6.3).")
      case .lengthWithTransferCoding:
        (
          .malformedMessage,
          "The request has both Content-Length and Transfer-Encoding (RFC 9112, 6.3)."
        )
      case .unknownTransferCoding:
        (.notImplemented, "The only transfer coding that is read is 'chunked' (RFC 9112, 6.1).")
      case .connectMethod: (.notImplemented, "CONNECT is for proxies, and this is none.")
      case .headersTooLarge: (.headersTooLarge, "The header block is over 16 KiB.")
      case .bodyTooLarge: (.bodyTooLarge, "The body is over the limit (--max-body).")
      case .malformedTarget:
        (.malformedTarget, "The request target has a space or a control character in it.")
      case .readTimeout:
        (.readTimeout, "The request did not come to its end in time (--read-timeout).")
      case .tooManyConnections:
        (.tooManyConnections, "There are as many connections as there may be (--max-connections).")
      case .plainText:
        (.plainText, "This port speaks HTTPS: begin the URL with 'https://'.")
      case .targetTooLong: (.targetTooLong, "The request target is over 16 KiB.")
      case .malformedRequestLine:
        (
          .malformedMessage,
          "The request line has more than one space between its parts (RFC 9112, 3)."
        )
      case .malformedMethod: (.malformedMessage, "The method is no token (RFC 9110, 9.1).")
      case .invalidHost:
        (.malformedMessage, "The Host is empty or names no host (RFC 9112, 3.2).")
      case .malformedHeaderName:
        (
          .malformedMessage,
          "A header name is no token, or has a space before its colon (RFC 9112, 5.1)."
        )
      case .brokenHeaderLine:
        (
          .malformedMessage,
          "A line has no name, goes on in the next (RFC 9112, 5.2), ends with LF alone (RFC 9112, "
            + "2.2), or has a CR or NUL in it (RFC 9110, 5.5)."
        )
      case .repeatedChunked:
        (.malformedMessage, "The body is 'chunked' more than once (RFC 9112, 6.1).")
      case .transferCodingInHTTP10:
        (.malformedMessage, "HTTP/1.0 has no Transfer-Encoding (RFC 9112, 6.1).")
      case .unknownExpectation:
        (
          .expectationFailed,
          "The only expectation that is met is '100-continue' (RFC 9110, 10.1.1)."
        )
      }
    return Problem(status, code, detail)
  }
}
