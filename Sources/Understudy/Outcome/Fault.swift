/// A way to fail as networks and broken servers do.
///
/// ```swift
/// .fault(.reset)
/// .fault(.stalledBody(after: 100))
/// .fault(.truncatedBody(chunked: true)).status(206)
/// ```
///
/// Those with a body break the answer of the route's default, with the status and the headers that lie
/// around the fault. `after` says how many bytes of the body come before that; half of them where it
/// is left out, and all but the last where the body is not that long. A default without a body has
/// `{}` for one then, and 200 in place of a status that allows none.
public enum Fault: Sendable, Hashable {
  /// A TCP reset before a byte of the answer: "Connection reset by peer".
  case reset
  /// The connection is closed without a byte (FIN): curl's "Empty reply from server".
  case emptyReply
  /// The default's answer behind a first line that is none (RFC 9112, 4); then it is closed.
  case malformedStatusLine
  /// The default's answer with a header line that has a NUL and no colon (RFC 9112, 5); then it is
  /// closed.
  case malformedHeader
  /// The default's head and a part of its body, then an ordinary close (FIN).
  ///
  /// With `chunked`, no length is announced and the last chunk is missing (RFC 9112, 7.1); a client
  /// of HTTP/1.0, which knows no chunks, cannot tell that answer from a whole one.
  case truncatedBody(after: Int? = nil, chunked: Bool = false)
  /// The default's body in chunks, a part of it before a chunk whose size is no number (RFC 9112, 7.1);
  /// then it is closed.
  case malformedChunk(after: Int? = nil)
  /// The default's head and a part of its body, then nothing until the client gives up.
  ///
  /// Costs no thread. A client that hangs up is noticed at once.
  case stalledBody(after: Int? = nil)
  /// The default's head and a part of its body, then a TCP reset.
  case resetBody(after: Int? = nil)
  /// The default's whole answer, with a `Content-Length` of 100 bytes too many; then it is closed.
  case contentLengthMismatch
  /// The default's whole answer, which says that it is compressed with gzip, and is not.
  case wrongEncoding
  /// A redirect to the request's own target, for ever.
  ///
  /// It is 302, and 307 for methods other than GET and HEAD, which a 302 would turn into GET (RFC 9110,
  /// 15.4.3). A session's path prefix stays in it.
  case redirectLoop
}
