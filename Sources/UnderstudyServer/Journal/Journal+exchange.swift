import MicroHTTPD
import Platform
import UnderstudyEngine

extension Journal {
  /// Puts an exchange on record, as its attachment.
  ///
  /// - Parameters:
  ///   - exchange: the exchange.
  ///   - disposition: what was made of its request.
  ///   - revision: how many changes of choices there had been.
  ///   - note: why it is not answered as a route would.
  func open(
    _ exchange: Exchange, as disposition: JournalEntry.Disposition, revision: Int,
    note: String? = nil
  ) {
    let entry = JournalEntry(
      method: exchange.method, target: exchange.target, head: exchange.head,
      body: JournalBody(exchange, keeping: limits.body), disposition: disposition,
      revision: revision, receivedAt: exchange.receivedAt, isReused: exchange.isReused, note: note)
    exchange.attachment = entry
    open(entry)
  }

  /// Completes the record of an exchange that has ended; one that nobody has put there came never
  /// whole, or was refused by the library.
  func close(_ exchange: Exchange, _ ending: Ending, at now: Moment, revision: Int) {
    if exchange.attachment == nil {
      open(exchange, as: ending == .refused ? .refused : .incomplete, revision: revision)
    }
    guard let entry = exchange.attachment as? JournalEntry else { return }
    close(
      entry,
      JournalEntry.End(
        JournalEntry.Ending(ending, isReceived: exchange.isReceived), at: now,
        answeredAt: exchange.answeredAt,
        answer: exchange.reply.map { JournalAnswer($0, keeping: limits.body) }))
  }
}

extension JournalBody {
  /// The body of an exchange, as far as it was read.
  init(_ exchange: Exchange, keeping limit: Int) {
    if exchange.body.count == exchange.bodyLength {
      self.init(exchange.body, keeping: limit)
    } else {
      self.init(beginning: [], length: exchange.bodyLength, digest: nil)
    }
  }
}
