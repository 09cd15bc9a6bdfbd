import Testing
import Understudy

/// A row of docs/faults.md: a fault, and what a client meets.
struct FaultExample: Sendable, CustomTestStringConvertible {
  /// As it is written in Swift.
  var code: String
  var outcome: Outcome
  /// What is sent.
  var sent: String
  /// What Chromium has made of it, which is measured by hand.
  var chromium: String
  /// How long the body of its request is, which then is a POST.
  var bodyLength = 0
  var testDescription: String { code }

  /// The faults, and the standard variants that are some of them.
  static let all = [
    FaultExample(
      code: ".fault(.reset)", outcome: .fault(.reset),
      sent: "nothing, then a TCP reset; as variant `offline`", chromium: "ERR_CONNECTION_RESET"),
    FaultExample(
      code: ".fault(.emptyReply)", outcome: .fault(.emptyReply),
      sent: "nothing, then an ordinary close (FIN)", chromium: "ERR_EMPTY_RESPONSE"),
    FaultExample(
      code: ".fault(.malformedStatusLine)", outcome: .fault(.malformedStatusLine),
      sent: "`MALFORMED 200 OK` for a first line, the rest as it should be, then FIN",
      chromium: "ERR_INVALID_HTTP_RESPONSE"),
    FaultExample(
      code: ".fault(.malformedHeader)", outcome: .fault(.malformedHeader),
      sent: "the answer with one more header line, which has a NUL and no colon, then FIN",
      chromium: "ERR_INVALID_HTTP_RESPONSE"),
    FaultExample(
      code: ".fault(.truncatedBody())", outcome: .fault(.truncatedBody()),
      sent: "the head with the whole length, half of the body, then FIN",
      chromium: "ERR_CONTENT_LENGTH_MISMATCH"),
    FaultExample(
      code: ".fault(.truncatedBody(chunked: true))",
      outcome: .fault(.truncatedBody(chunked: true)),
      sent: "half of the body in chunks, then FIN in place of the last chunk",
      chromium: "ERR_INCOMPLETE_CHUNKED_ENCODING"),
    FaultExample(
      code: ".fault(.malformedChunk())", outcome: .fault(.malformedChunk()),
      sent: "half of the body in a chunk, then `malformed` for the size of the next, then FIN",
      chromium: "ERR_INVALID_CHUNKED_ENCODING"),
    FaultExample(
      code: ".fault(.stalledBody())", outcome: .fault(.stalledBody()),
      sent: "the head, half of the body, then nothing until the client hangs up",
      chromium: "no error: it waits"),
    FaultExample(
      code: ".fault(.resetBody())", outcome: .fault(.resetBody()),
      sent: "the head, half of the body, then a TCP reset; as variant `interrupted`",
      chromium: "ERR_CONNECTION_RESET"),
    FaultExample(
      code: ".fault(.contentLengthMismatch)", outcome: .fault(.contentLengthMismatch),
      sent: "the whole answer, its length given as 100 bytes more, then FIN",
      chromium: "ERR_CONTENT_LENGTH_MISMATCH"),
    FaultExample(
      code: ".fault(.wrongEncoding)", outcome: .fault(.wrongEncoding),
      sent: "the whole answer with `Content-Encoding: gzip`, which it is not",
      chromium: "ERR_CONTENT_DECODING_FAILED"),
    FaultExample(
      code: ".fault(.redirectLoop)", outcome: .fault(.redirectLoop),
      sent: "302 to the request's own target, again and again", chromium: "ERR_TOO_MANY_REDIRECTS"),
    FaultExample(
      code: ".timeout", outcome: .timeout,
      sent: "nothing, until the client hangs up", chromium: "no error: it waits"),
    FaultExample(
      code: ".malformedBody", outcome: .malformedBody,
      sent: "JSON that does not decode, with its right length", chromium: "no error"),
    FaultExample(
      code: ".default.refusingBody(after: 0, with: .unauthorized)",
      outcome: .default.refusingBody(after: 0, with: .unauthorized),
      sent: "401 as soon as the head of a request with a body has come, then FIN",
      chromium: "401", bodyLength: 2000),
    FaultExample(
      code: ".default.refusingBody(after: 1000, with: .status(413))",
      outcome: .default.refusingBody(after: 1000, with: .status(413)),
      sent: "413 as soon as 1000 bytes of the request's body have come, then FIN",
      chromium: "413", bodyLength: 2000),
    FaultExample(
      code: ".default.resettingUpload(after: 1000)",
      outcome: .default.resettingUpload(after: 1000),
      sent: "nothing; a TCP reset as soon as 1000 bytes of the request's body have come",
      chromium: "ERR_CONNECTION_RESET", bodyLength: 2000),
  ]
}
