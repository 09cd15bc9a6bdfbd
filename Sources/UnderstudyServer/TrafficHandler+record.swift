import MicroHTTPD
import Understudy
import UnderstudyEngine

/// Where an exchange belongs on record.
struct RecordPlace {
  let book: JournalBook
  /// Whose it is; nil for the base, and for what is nobody's.
  let session: Session?
  /// The target, without what led to the session.
  let target: [UInt8]
  /// The world whose state it is recorded with.
  private let world: World

  /// The place of nobody's requests, which names no session that there is.
  init(strays book: JournalBook, _ base: World, _ target: [UInt8]) {
    self.book = book
    session = nil
    self.target = target
    world = base
  }

  /// The place of a session's requests, or of the base's.
  init(_ session: Session?, _ base: World, _ target: [UInt8]) {
    world = session?.world ?? base
    book = world.book
    self.session = session
    self.target = target
  }

  /// The state of the world as it is now.
  var revision: Int { world.current.revision }
}

extension TrafficHandler {
  /// Puts an exchange on record.
  ///
  /// - Parameters:
  ///   - exchange: the exchange.
  ///   - disposition: what became of it.
  ///   - place: where it belongs.
  ///   - revision: the state that decided on it; nil is the present one.
  ///   - note: what else is to be said.
  func open(
    _ exchange: Exchange, as disposition: JournalEntry.Disposition, _ place: RecordPlace,
    revision: Int? = nil, note: String? = nil
  ) {
    open(
      exchange, as: disposition, place.session, target: place.target, in: place.book,
      revision: revision ?? place.revision, note: note)
  }

  /// The same for whoever has no place of it, but its parts.
  func open(
    _ exchange: Exchange, as disposition: JournalEntry.Disposition, _ session: Session?,
    target: [UInt8], in book: JournalBook, revision: Int, note: String? = nil
  ) {
    session?.enter(at: exchange.receivedAt)
    let entry = journal.open(
      exchange, target: target, as: disposition, in: book, revision: revision, note: note)
    events.add(.began(JournalSummary(entry)))
  }

  /// Puts an exchange on record that is answered without a route's outcome; its note for the log
  /// is the journal's too.
  ///
  /// - Returns: the action.
  func record(
    _ exchange: Exchange, _ action: Action, as disposition: JournalEntry.Disposition,
    _ place: RecordPlace
  ) -> Action {
    open(exchange, as: disposition, place, note: (exchange.attachment as? LogNote)?.text)
    return action
  }

  /// Where an exchange belongs that was not asked for its place yet; nil for a call of the admin API.
  func place(of exchange: Exchange) -> RecordPlace? {
    guard let target = try? Target(exchange.target) else { return base(exchange) }
    guard let place = try? finder.place(exchange) else {
      return target.isAdminCall ? nil : stray(target.bytes)
    }
    if place.target.isAdmin { return nil }
    return RecordPlace(
      place.session, sessions.base, place.session == nil ? target.bytes : place.target.bytes)
  }

  /// The place of an exchange whose target cannot be read.
  func base(_ exchange: Exchange) -> RecordPlace {
    RecordPlace(nil, sessions.base, exchange.target)
  }

  /// The place of an exchange that names no session, or two.
  func stray(_ target: [UInt8]) -> RecordPlace {
    RecordPlace(strays: journal.strays, sessions.base, target)
  }
}
