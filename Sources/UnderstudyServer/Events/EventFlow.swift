import MicroHTTPD
import Platform

/// What a stream of Server-Sent Events sends next: what was put into it, or a comment now and then,
/// which keeps the connection from looking dead.
struct EventFlow: Sendable {
  private var rest: ArraySlice<UInt8>
  private var sentAt: Moment
  private let heartbeat: Duration

  /// A stream that begins with some bytes.
  ///
  /// - Parameters:
  ///   - bytes: what is sent at once.
  ///   - heartbeat: how long nothing may be sent.
  ///   - now: the present.
  init(beginningWith bytes: [UInt8], _ heartbeat: Duration, at now: Moment) {
    rest = bytes[...]
    sentAt = now
    self.heartbeat = heartbeat
  }

  /// Whether all of it has been sent.
  var isEmpty: Bool { rest.isEmpty }

  /// Puts more behind what is there.
  mutating func add(_ bytes: [UInt8]) { rest += bytes }

  /// The next piece; the end once all has been sent and nothing can come any more.
  mutating func next(atMost count: Int, at now: Moment, isOver: Bool) -> BodyPiece {
    if rest.isEmpty {
      if isOver { return .end }
      let silence = now - sentAt
      guard silence >= heartbeat else { return .nothing(heartbeat - silence) }
      rest = Array(": still here\n\n".utf8)[...]
    }
    let piece = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    sentAt = now
    return .bytes(piece)
  }
}
