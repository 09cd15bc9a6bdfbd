internal import CMicroHTTPD

extension Reply {
  /// What the head of an answer that breaks off says of the length of its body.
  public enum Framing: Sendable, Hashable {
    /// The length of the whole body.
    case exact
    /// So many bytes more than the whole body has.
    case excess(Int)
    /// Nothing: it comes in chunks, of which the last is missing (RFC 9112, 7.1).
    case chunked

    /// The size that the library is told.
    func announcedSize(of count: Int) -> UInt64 {
      switch self {
      case .exact: UInt64(count)
      case .excess(let excess): UInt64(count + excess)
      case .chunked: umhd_size_unknown()
      }
    }
  }

  /// The part of the body that is sent; all of it, unless it breaks off.
  public var sentBody: [UInt8] { body(upTo: sentLength) }

  /// How long that part is; 0 where the body is made while it is sent.
  public var sentLength: Int {
    let length = bodyLength ?? 0
    if case .chunk(let count) = malformation { return min(length, count) }
    return min(length, cut?.count ?? length)
  }
}
