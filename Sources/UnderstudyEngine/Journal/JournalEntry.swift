package import GnuTLS
package import MicroHTTPD
package import Platform
import Synchronization
package import Understudy

/// One request on record: what came, what was made of it, and how it ended.
///
/// Made in one piece once the request is read and routed; only its end is added later.
package final class JournalEntry: Sendable {
  /// Whose request it is; nil is the base's.
  package let book: JournalBook?
  /// The method, such as the bytes of `GET`.
  package let method: [UInt8]
  /// The target as it was sent.
  package let target: [UInt8]
  /// The header lines, in order, repeats included.
  package let head: HeadLines
  /// The body.
  package let body: JournalBody
  /// What was made of it.
  package let disposition: Disposition
  /// The place of the route that took it; nil where none did.
  let routeIndex: Int?
  /// How many changes of choices there had been.
  package let revision: Int
  /// When the whole request had been read.
  package let receivedAt: Moment
  /// The time of day then, in nanoseconds since 1970.
  private let receivedNanoseconds: Int
  /// Whether it came on a connection that was used before.
  package let isReused: Bool
  /// Why it was not answered as a route would, as a sentence.
  package let note: String?
  /// What was agreed on with its client; nil where it came without TLS.
  package let tls: TLSFacts?

  private let number = Atomic<Int>(0)
  private let state = Lock(State())
  /// What it was released with, where it was held.
  private let released = Lock<Routed?>(nil)
  /// Whether it ever was: most are not, and need not be asked under the lock.
  private let hasReleased = Atomic<Bool>(false)
  private let answerStatus = Atomic<Int>(0)

  private struct State {
    var end: End?
    /// Whether the record has let go of it before its end.
    var isLetGo = false
  }

  /// What was made of a request.
  package enum Disposition: Sendable {
    /// A route took it.
    case route(Routed)
    /// No route takes it.
    case miss
    /// The daemon answered by itself what no route need answer, such as OPTIONS.
    case answered
    /// It was refused before any route saw it.
    case refused
    /// It never came whole.
    case incomplete
  }

  /// A route with what it answered.
  package struct Routed: Sendable {
    /// The route.
    package let route: RouteEntry
    /// What it does; nil where the request asked for a variant that the route lacks.
    private let plan: Plan?
    /// Who decided that.
    package let source: ChoiceSource

    /// A route and what was decided.
    package init(_ route: RouteEntry, _ plan: Plan?, _ source: ChoiceSource) {
      self.route = route
      self.plan = plan
      self.source = source
    }

    /// The route's place in the catalog.
    package var index: Int { route.index }
    /// The route's id.
    package var id: RouteID { route.id }
    /// The variant; nil where the request asked for one that the route lacks.
    package var variant: String? { plan?.variant }
    /// Whether that holds it.
    package var isHeld: Bool { plan?.isHeld ?? false }
    /// Its id and the variant, as a line of the log says them; nil where the route lacks that.
    fileprivate var logWords: [UInt8]? { plan?.logWords }
  }

  /// How a request ended.
  package struct End: Sendable {
    /// How.
    package var ending: Ending
    /// When.
    package var at: Moment
    /// When the answer was ready to be sent; nil where there was none.
    package var answeredAt: Moment?
    /// The answer.
    package var answer: JournalAnswer?

    /// An end by its parts.
    package init(
      _ ending: Ending, at: Moment, answeredAt: Moment? = nil, answer: JournalAnswer? = nil
    ) {
      self.ending = ending
      self.at = at
      self.answeredAt = answeredAt
      self.answer = answer
    }
  }

  /// A request by its parts; it has no number until the journal opens it.
  package init(
    method: [UInt8], target: [UInt8], head: HeadLines = HeadLines(), body: JournalBody = .empty,
    disposition: Disposition, revision: Int = 0, receivedAt: Moment,
    receivedTime: WallTime = .now, isReused: Bool = false, book: JournalBook? = nil,
    note: String? = nil, tls: TLSFacts? = nil
  ) {
    self.method = method
    self.target = target
    self.head = head
    self.body = body
    self.disposition = disposition
    routeIndex = if case .route(let routed) = disposition { routed.index } else { nil }
    self.revision = revision
    self.receivedAt = receivedAt
    receivedNanoseconds = receivedTime.seconds * 1_000_000_000 + receivedTime.nanoseconds
    self.isReused = isReused
    self.book = book
    self.note = note
    self.tls = tls
  }
}

extension JournalEntry {
  /// Its number, which counts all requests from 1 on; 0 until it is on record.
  package var seq: Int { number.load(ordering: .relaxed) }

  func setSeq(_ seq: Int) { number.store(seq, ordering: .relaxed) }

  /// The time of day when it had been read.
  package var receivedTime: WallTime {
    let (seconds, rest) = receivedNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return WallTime(seconds: seconds, nanoseconds: rest)
  }

  /// The id of the session that it belongs to; nil where it is none's.
  package var session: String? { book?.session }

  /// Whether it was refused because it names a session that is none.
  package var isStray: Bool { book.map { $0.owner == .nobody } ?? false }

  /// The route that took it, with what it is answered with; nil where none did.
  package var routed: Routed? {
    guard case .route(let routed) = disposition else { return nil }
    guard hasReleased.load(ordering: .acquiring) else { return routed }
    return released.withLock { $0 } ?? routed
  }

  /// The route's id and the variant as a line of the log says them: `users.list default`; nil where
  /// no route took it, or one that lacks the variant that was asked for.
  package var logWords: [UInt8]? {
    guard case .route(let routed) = disposition else { return nil }
    guard hasReleased.load(ordering: .acquiring) else { return routed.logWords }
    return (released.withLock { $0 } ?? routed).logWords
  }

  /// Notes what it was released with, as if that had been chosen at the start; nil takes it back.
  package func setReleased(_ routed: Routed?) {
    released.withLock { $0 = routed }
    hasReleased.store(true, ordering: .releasing)
  }

  /// Whether it was held, and has been released.
  package var isReleased: Bool { released.withLock { $0 != nil } }

  /// Whether a route took it.
  package var isRouted: Bool { routeIndex != nil }

  /// Whether a route took it; nil where none was asked to.
  package var isMatched: Bool? {
    switch disposition {
    case .route: true
    case .miss, .refused: false
    case .answered, .incomplete: nil
    }
  }

  /// Whether it is counted as one that no route took.
  var isUnmatched: Bool {
    switch disposition {
    case .miss, .refused: true
    case .route, .answered, .incomplete: false
    }
  }

  /// The status of its answer, once one is on its way.
  package var status: Int? {
    let status = answerStatus.load(ordering: .acquiring)
    return status == 0 ? ended?.answer?.status : status
  }

  /// Notes that an answer is on its way.
  package func setAnswering(status: Int) { answerStatus.store(status, ordering: .releasing) }

  /// Whether its answer is on its way: its end is near, and its client may have all of it.
  package var isEnding: Bool { answerStatus.load(ordering: .acquiring) != 0 && ended == nil }

  /// How it ended; nil while it is under way.
  package var ended: End? { state.withLock { $0.end } }

  /// Adds how it ended; only the first end counts.
  ///
  /// - Parameter end: how; exchanged for what was there, which copies nothing.
  /// - Returns: whether it is the first, and whether the record had let go of it.
  func setEnd(_ end: inout End?) -> (isFirst: Bool, wasLetGo: Bool) {
    state.withLock { state in
      guard state.end == nil else { return (false, false) }
      swap(&state.end, &end)
      return (true, state.isLetGo)
    }
  }

  /// Notes that the record lets go of it; false where it has ended.
  func letGo() -> Bool {
    state.withLock { state in
      guard state.end == nil else { return false }
      state.isLetGo = true
      return true
    }
  }

  /// The request as rules see it; nil where its target cannot be read.
  package var request: ReceivedRequest? {
    guard let target = try? Target(target) else { return nil }
    return ReceivedRequest(
      method: method, target: target, head: head, body: body.bytes, bodyLength: body.length,
      isReused: isReused, tls: tls)
  }

  /// How much memory it takes, its answer aside; a fair guess.
  var cost: Int {
    640 + target.count + head.byteCount + body.bytes.count + (note?.utf8.count ?? 0)
  }
}
