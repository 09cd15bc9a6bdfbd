import Platform

extension Reply {
  /// What is not HTTP in an answer; the library would not send it, so that it goes past it.
  public enum Malformation: Sendable, Hashable {
    /// The first line does not begin with `HTTP/` (RFC 9112, 4).
    case statusLine
    /// One header line has a NUL and no colon (RFC 9112, 5).
    case header
    /// The body comes in chunks, and behind so many bytes of it stands a size that is no number
    /// (RFC 9112, 7.1).
    case chunk(after: Int)
  }

  /// The answer as it goes over the wire, malformed and closing its connection.
  ///
  /// - Parameters:
  ///   - malformation: what is wrong with it.
  ///   - now: its `Date`.
  ///   - isHead: whether it answers HEAD, which leaves the body out.
  /// - Returns: the bytes.
  func malformedMessage(
    _ malformation: Malformation, now: WallTime, isHead: Bool
  ) -> [UInt8] {
    let length = "Content-Length: \(bodyLength ?? 0)"
    let body = isHead ? [] : sentBody
    switch malformation {
    case .statusLine:
      return Array(head("MALFORMED \(status) \(reason)", [length], now: now).utf8) + body
    case .header:
      return Array(head(statusLine, ["Malformed\0line", length], now: now).utf8) + body
    case .chunk:
      let head = Array(head(statusLine, ["Transfer-Encoding: chunked"], now: now).utf8)
      if isHead { return head }
      let chunk =
        body.isEmpty
        ? [] : Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8)
      return head + chunk + Array("malformed\r\n".utf8)
    }
  }
}
