import MicroHTTPD
import Platform
import UnderstudyEngine

extension Journal {
  /// Puts an exchange on record, as its attachment, and returns that.
  ///
  /// - Parameters:
  ///   - exchange: the exchange.
  ///   - target: its target, without what named its session.
  ///   - disposition: what was made of its request.
  ///   - book: whose request it is.
  ///   - revision: how many changes of choices there had been.
  ///   - note: why it is not answered as a route would.
  /// - Returns: the entry.
  func open(
    _ exchange: Exchange, target: [UInt8], as disposition: JournalEntry.Disposition,
    in book: JournalBook, revision: Int, note: String? = nil
  ) -> JournalEntry {
    let entry = JournalEntry(
      method: exchange.method, target: target, head: exchange.head,
      body: JournalBody(exchange, keeping: limits.body), disposition: disposition,
      revision: revision, receivedAt: exchange.receivedAt, isReused: exchange.isReused, book: book,
      note: note, tls: exchange.tls)
    exchange.attachment = entry
    open(entry)
    return entry
  }

  /// Completes the record of an exchange that has ended.
  ///
  /// - Parameters:
  ///   - entry: the record.
  ///   - exchange: the exchange.
  ///   - ending: how it ended.
  ///   - isDecided: whether it was decided on, be its request whole or not.
  ///   - now: the present.
  func close(
    _ entry: JournalEntry, _ exchange: Exchange, _ ending: Ending, isDecided: Bool = false,
    at now: Moment
  ) {
    // Whoever is decided on has somebody to hang up on; a body that does not come is another thing.
    let isReceived = exchange.isReceived || (isDecided && ending != .failed)
    close(
      entry,
      JournalEntry.End(
        JournalEntry.Ending(ending, isReceived: isReceived), at: now,
        answeredAt: exchange.answeredAt,
        answer: exchange.reply.map { JournalAnswer($0, keeping: limits.body) }))
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
