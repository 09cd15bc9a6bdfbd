import MicroHTTPD
import Platform
import UnderstudyEngine

extension Journal {
  /// Puts an exchange on record, as its attachment, and returns that.
  ///
  /// - Parameters:
  ///   - exchange: the exchange.
  ///   - disposition: what was made of its request.
  ///   - revision: how many changes of choices there had been.
  ///   - note: why it is not answered as a route would.
  /// - Returns: the entry.
  func open(
    _ exchange: Exchange, as disposition: JournalEntry.Disposition, revision: Int,
    note: String? = nil
  ) -> JournalEntry {
    let entry = JournalEntry(
      method: exchange.method, target: exchange.target, head: exchange.head,
      body: JournalBody(exchange, keeping: limits.body), disposition: disposition,
      revision: revision, receivedAt: exchange.receivedAt, isReused: exchange.isReused, note: note)
    exchange.attachment = entry
    open(entry)
    return entry
  }

  /// Completes the record of an exchange that has ended; one that nobody has put there came never
  /// whole, or was refused by the library.
  ///
  /// - Returns: the entry; nil where it is none of the journal's, as an admin call.
  func close(
    _ exchange: Exchange, _ ending: Ending, at now: Moment, revision: @autoclosure () -> Int
  ) -> JournalEntry? {
    if exchange.attachment == nil {
      _ = open(exchange, as: ending == .refused ? .refused : .incomplete, revision: revision())
    }
    guard let entry = exchange.attachment as? JournalEntry else { return nil }
    close(
      entry,
      JournalEntry.End(
        JournalEntry.Ending(ending, isReceived: exchange.isReceived), at: now,
        answeredAt: exchange.answeredAt,
        answer: exchange.reply.map { JournalAnswer($0, keeping: limits.body) }))
    return entry
  }
}

extension JournalBody {
  /// The body of an exchange, as far as it was read.
  init(_ exchange: Exchange, keeping limit: Int) {
    let length = exchange.bodyLength
    if length == 0 {
      self = .empty
    } else if let upload = exchange.sink as? Upload {
      self = upload.journalBody
    } else if exchange.body.count == length {
      self.init(exchange.body, keeping: limit)
    } else {
      self.init(beginning: [], length: length, digest: nil)
    }
  }
}
