internal import CMicroHTTPD
import Platform

// Answers that are no HTTP: the library would not send them, so that they go past it.

extension DaemonCore {
  /// How long a socket that is full is left alone.
  private static let pause: Duration = .milliseconds(5)

  /// Sends a malformed answer, and closes behind it.
  func send(
    _ reply: Reply, _ malformation: Reply.Malformation, _ exchange: Exchange
  ) -> MHD_Result {
    // Without a status line there is no status, and nothing that could be called an answer.
    if malformation != .statusLine { exchange.reply = reply }
    exchange.answeredAt = time.now
    handler.answering(exchange)
    exchange.unsent =
      reply.malformedMessage(malformation, now: .now, isHead: exchange.isHead)[...]
    return sendRest(of: exchange)
  }

  /// Sends what the socket takes, and comes back for the rest.
  func sendRest(of exchange: Exchange) -> MHD_Result {
    guard let count = exchange.send(exchange.unsent) else {
      exchange.ending = .cancelled
      return .NO
    }
    exchange.unsent = exchange.unsent.dropFirst(count)
    guard exchange.unsent.isEmpty else {
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
