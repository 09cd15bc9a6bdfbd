package import GnuTLS
package import MicroHTTPD
package import Understudy

/// A request as rules and outcomes see it: one that has just arrived, or one out of the journal.
///
/// What has to be decoded is decoded when it is first asked for. Belongs to one thread.
package final class ReceivedRequest {
  /// The method, such as the bytes of `GET`.
  package let method: [UInt8]
  /// The target, split.
  package let target: Target
  /// What stood before the path of the target, and was removed: `/__session/ID`, or nothing.
  package let prefix: [UInt8]
  /// The header lines.
  package let head: HeadLines
  /// The body as it arrived, or its beginning.
  package let body: [UInt8]
  /// How long the body was.
  package let bodyLength: Int
  /// Whether it came on a connection that was used before.
  package let isReused: Bool
  /// How many bytes the body may have once it is decoded.
  package let decodedLimit: Int
  /// What was agreed on with its client; nil where it came without TLS.
  package let tls: TLSFacts?

  /// Where the positions of what it meets are kept; nil where it is performed by nobody.
  @safe @exclusivity(unchecked) var cells: CellStore?

  /// Whether a closure that need not await is asked at once, on the thread that asks.
  @safe @exclusivity(unchecked) package var computesNow = false

  /// The decoded pairs of the query.
  package private(set) lazy var query = QueryPairs(target.bytes[target.query]).pairs
  /// The body as rules see it.
  package private(set) lazy var content = BodyContent(self)

  /// A request by its parts.
  package init(
    method: [UInt8], target: Target, prefix: [UInt8] = [], head: HeadLines = HeadLines(),
    body: [UInt8] = [],
    bodyLength: Int? = nil, isReused: Bool = false,
    decodedLimit: Int = BodyContent.standardLimit, tls: TLSFacts? = nil
  ) {
    self.method = method
    self.target = target
    self.prefix = prefix
    self.head = head
    self.body = body
    self.bodyLength = bodyLength ?? body.count
    self.isReused = isReused
    self.decodedLimit = decodedLimit
    self.tls = tls
  }

  /// What makes the same request on another thread.
  var maker: @Sendable () -> ReceivedRequest {
    {
      [
        method, target, prefix, head, body, bodyLength, isReused, decodedLimit, tls,
        cells
      ] in
      let request = ReceivedRequest(
        method: method, target: target, prefix: prefix, head: head, body: body,
        bodyLength: bodyLength, isReused: isReused, decodedLimit: decodedLimit, tls: tls)
      request.cells = cells
      return request
    }
  }

  /// The position of a name in its world.
  func cell(_ id: CellID) -> PositionCell { cells?.cell(id) ?? PositionCell() }

  /// Whether all of the body is there.
  package var isBodyWhole: Bool { body.count == bodyLength }

  /// Whether its client would send it again by itself after a reset: a GET or HEAD on a connection
  /// that was used before.
  package var isSentAgain: Bool {
    isReused && isGetOrHead
  }

  /// Whether it is a GET or HEAD.
  var isGetOrHead: Bool { method == Self.get || method == Self.head }

  /// A copy for a closure of a route author's.
  package func copy(parameters: [String: [UInt8]] = [:]) -> Request {
    func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    return Request(
      method: text(method), target: text(target.bytes),
      parameters: Request.Values(
        parameters.sorted { $0.key < $1.key }.map { ($0.key, text($0.value)) }),
      query: Request.Values(query.map { (text($0.name), text($0.value ?? [])) }),
      headers: Request.Values(head.lines.map { (text($0.name), text($0.value)) }), body: body)
  }

  private static let get = Array("GET".utf8)
  private static let head = Array("HEAD".utf8)
}
