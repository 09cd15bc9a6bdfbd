internal import CMicroHTTPD
import Platform

// Answers that are no HTTP: the library would not send them, so that they go past it.

extension DaemonCore {
  /// How long a socket that is full is left alone.
  private static let pause: Duration = .milliseconds(5)
  /// How many pieces are sent before others have their turn, however fast they are taken.
  private static let piecesAtOnce = 32

  /// Sends a malformed answer, and closes behind it.
  func send(
    _ reply: Reply, _ malformation: Reply.Malformation, _ exchange: Exchange
  ) -> MHD_Result {
    // Without a status line there is no status, and nothing that could be called an answer.
    if malformation != .statusLine { exchange.reply = reply }
    exchange.answeredAt = time.now
    handler.answering(exchange)
    exchange.unsent = UnsentMessage(
      reply.malformedMessage(malformation, now: .now, isHead: exchange.isHead))
    return sendRest(of: exchange)
  }

  /// Sends what the socket takes, and comes back for the rest.
  func sendRest(of exchange: Exchange) -> MHD_Result {
    var count = 0
    while !exchange.unsent.isEmpty {
      guard exchange.unsent.fill() else {
        exchange.ending = .failed
        return .NO
      }
      guard let sent = exchange.send(exchange.unsent.piece) else {
        exchange.ending = .cancelled
        return .NO
      }
      exchange.unsent.removeFirst(sent)
      count += 1
      let isTaken = exchange.unsent.piece.isEmpty
      if isTaken, count < Self.piecesAtOnce || exchange.unsent.isEmpty { continue }
      if exchange.pauseSending(for: Self.pause) { return .YES }
      exchange.ending = .dropped
      exchange.resetConnection()
      return .NO
    }
    exchange.ending = exchange.isBrokenOff ? .completed : .closed
    // The client may have sent more by now, which would throw away what it has not read.
    exchange.lingers = true
    return .NO
  }
}
