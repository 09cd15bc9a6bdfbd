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

  /// The answer as it goes over the wire, malformed and closing its connection; what lies in a file is
  /// not read yet.
  ///
  /// - Parameters:
  ///   - malformation: what is wrong with it.
  ///   - now: its `Date`.
  ///   - isHead: whether it answers HEAD, which leaves the body out.
  /// - Returns: the pieces, of which the first is the head.
  func malformedMessage(
    _ malformation: Malformation, now: WallTime, isHead: Bool
  ) -> [BodySlice] {
    let length = "Content-Length: \(bodyLength ?? 0)"
    let count = isHead ? 0 : sentLength
    let body = count == 0 ? [] : slices(0..<count)
    switch malformation {
    case .statusLine:
      return [Self.slice(head("MALFORMED \(status) \(reason)", [length], now: now))] + body
    case .header:
      return [Self.slice(head(statusLine, ["Malformed\0line", length], now: now))] + body
    case .chunk:
      let head = Self.slice(head(statusLine, ["Transfer-Encoding: chunked"], now: now))
      if isHead { return [head] }
      let chunk =
        count == 0
        ? [] : [Self.slice("\(String(count, radix: 16))\r\n")] + body + [Self.slice("\r\n")]
      return [head] + chunk + [Self.slice("malformed\r\n")]
    }
  }

  private static func slice(_ text: String) -> BodySlice { .bytes(Array(text.utf8)) }
}
