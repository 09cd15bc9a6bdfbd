package import Platform
import Understudy

/// The base and all sessions: which worlds there are.
///
/// ```swift
/// let sessions = Sessions(base, journal, limit: 10_000, time: SystemTime())
/// let session = try sessions.begin(name: "login", timeToLive: .seconds(60))
/// sessions.find(Array(session.text.utf8)[...]) === session  // true
/// ```
///
/// Those that are idle for too long end by themselves, and leases whose time has come: one thread
/// looks after both, once there is something to look after.
package final class Sessions: Sendable {
  /// The world of requests that name no session.
  package let base: World
  private let journal: Journal
  private let limit: Int
  private let time: any TimeSource
  private let wallTime: @Sendable () -> WallTime
  private let state = Lock(State())
  private let bell = Bell()

  private struct State {
    var sessions: [SessionID: Session] = [:]
    /// The sessions of each name.
    var named: [[UInt8]: [Session]] = [:]
    /// The books of sessions that have ended: what they have on record can be read for as long as it
    /// is there.
    var endedBooks: [String: JournalBook] = [:]
    var endedOrder: [JournalBook] = []
    /// Where it is looked next for a book that is empty.
    var endedPlace = 0
    var whenEnded: [@Sendable (Session) -> Void] = []
    var isRunning = false
    var isResting = false
    var hasStopped = false
  }

  /// Among how many names a mistyped one is looked for.
  private static let suggestionLimit = 200

  /// The least time between two looks, so that many sessions that end one after the other cost little.
  private static let pause: Duration = .milliseconds(50)

  /// Begins with the base alone.
  ///
  /// - Parameters:
  ///   - base: the base.
  ///   - journal: the record of all worlds.
  ///   - limit: how many sessions there may be at once.
  ///   - time: the clock of leases and idle times.
  ///   - wallTime: the time of day.
  package init(
    _ base: World, _ journal: Journal, limit: Int, time: any TimeSource,
    wallTime: @escaping @Sendable () -> WallTime = { .now }
  ) {
    self.base = base
    self.journal = journal
    self.limit = limit
    self.time = time
    self.wallTime = wallTime
    time.whenChanged { [weak self] in self?.bell.notify() }
  }

  /// Why a session cannot begin, or cannot be found.
  package enum Problem: Error, Sendable {
    /// There are as many as there may be.
    case tooMany(limit: Int)
    /// What it should begin with cannot be chosen.
    case choice(SwitchProblem)
    /// None has the id or the name.
    case unknown(String, suggestion: String)
    /// Several have the name.
    case ambiguous(String, ids: [String])
  }

  /// Begins a session with the base's choices as they are, and changes of its own.
  ///
  /// - Throws: ``Problem``.
  package func begin(
    name: String? = nil, timeToLive: Duration, _ changes: WorldChanges = WorldChanges()
  ) throws(Problem) -> Session {
    let id = SessionID.make()
    let world: World
    do throws(SwitchProblem) {
      world = try World(copying: base, book: JournalBook(.session(id)), changes)
    } catch {
      throw .choice(error)
    }
    let session = Session(
      id, name: name, timeToLive: timeToLive, world: world, now: time.now, wallTime: wallTime())
    guard add(session, limit: limit) else { throw .tooMany(limit: limit) }
    return session
  }

  /// Goes on with a session that has begun in another process.
  package func take(_ memory: SessionMemory, _ world: World) -> Session {
    let session = Session(
      memory.id, name: memory.name, timeToLive: memory.timeToLive, world: world,
      now: memory.createdAt, wallTime: memory.createdTime, lastUsed: memory.lastUsed)
    _ = add(session, limit: .max)
    return session
  }

  private func add(_ session: Session, limit: Int) -> Bool {
    let isThere = state.withLock { state in
      guard state.sessions.count < limit else { return false }
      state.sessions[session.id] = session
      if let name = session.name {
        state.named[Array(name.utf8), default: []].append(session)
      }
      return true
    }
    if isThere { look() }
    return isThere
  }

  /// The session of an id; nil where there is none (any more).
  package func find(_ text: ArraySlice<UInt8>) -> Session? {
    SessionID(text).flatMap(find)
  }

  /// The session of an id; nil where there is none (any more).
  package func find(_ id: SessionID) -> Session? { state.withLock { $0.sessions[id] } }

  /// The world that a request belongs to; nil where its session has ended.
  package func world(of entry: JournalEntry) -> World? {
    guard let id = entry.book?.sessionID else { return base }
    return find(id)?.world
  }

  /// The session of an id or a name.
  ///
  /// - Throws: ``Problem`` where there is none, or more than one.
  package func session(_ text: String) throws(Problem) -> Session {
    if let session = find(Array(text.utf8)[...]) { return session }
    let named = state.withLock { $0.named[Array(text.utf8)] } ?? []
    guard let session = named.first else {
      // Of ten thousand names nobody has mistyped one in particular.
      let names = state.withLock { $0.named.keys.prefix(Self.suggestionLimit) }
      throw .unknown(
        text,
        suggestion: Spelling.suggestion(
          for: text, among: names.map { String(decoding: $0, as: UTF8.self) }))
    }
    guard named.count == 1 else { throw .ambiguous(text, ids: named.map(\.text)) }
    return session
  }

  /// The journal of a session that has ended, while something of it is on record; nil elsewhere.
  package func endedBook(_ text: String) -> JournalBook? {
    state.withLock { $0.endedBooks[text] }.flatMap { journal.isEmpty($0) ? nil : $0 }
  }

  /// How many journals of sessions are kept that have ended.
  var endedBookCount: Int { state.withLock { $0.endedBooks.count } }

  /// All sessions, the oldest first.
  package var all: [Session] {
    state.withLock { Array($0.sessions.values) }
      .sorted { ($0.createdAt, $0.text) < ($1.createdAt, $1.text) }
  }

  /// How many there are.
  package var count: Int { state.withLock { $0.sessions.count } }

  /// Ends a session; false where it has ended before.
  @discardableResult
  package func end(_ session: Session) -> Bool {
    guard session.end() else { return false }
    let tell = state.withLock { state in
      state.sessions[session.id] = nil
      state.endedBooks[session.text] = session.world.book
      state.endedOrder.append(session.world.book)
      if let name = session.name.map({ Array($0.utf8) }) {
        let others = state.named[name]?.filter { $0 !== session } ?? []
        state.named[name] = others.isEmpty ? nil : others
      }
      return state.whenEnded
    }
    for tell in tell { tell(session) }
    forgetEmptyBooks()
    return true
  }

  /// Calls a closure with each session that has ended, on the thread that ends it.
  package func whenEnded(_ tell: @escaping @Sendable (Session) -> Void) {
    state.withLock { $0.whenEnded.append(tell) }
  }

  /// Forgets some books whose requests were all pushed out: with each that comes, more can go.
  private func forgetEmptyBooks() {
    state.withLock { state in
      for _ in 0..<4 where !state.endedOrder.isEmpty {
        // Beginning anew at the end, and not a remainder: that of a number which grows by four with each
        // book is always one of the newest.
        if state.endedPlace >= state.endedOrder.count { state.endedPlace = 0 }
        let place = state.endedPlace
        let book = state.endedOrder[place]
        guard journal.isEmpty(book), let text = book.session else {
          state.endedPlace += 1
          continue
        }
        state.endedBooks[text] = nil
        state.endedOrder.swapAt(place, state.endedOrder.count - 1)
        state.endedOrder.removeLast()
      }
    }
  }
}

// MARK: - What ends by itself

extension Sessions {
  /// Has the thread look at what is new: a session, or a lease that ends by its time.
  package func look() {
    let starts = state.withLock { state in
      guard !state.isRunning, !state.hasStopped else { return false }
      state.isRunning = true
      return true
    }
    // Where there is no thread left, leases end with the next request, and sessions by a call.
    if starts { _ = try? WorkerThread { self.run() } }
    bell.notify()
  }

  /// Has nothing end by itself until ``wake()``: another process sees to that.
  package func rest() { state.withLock { $0.isResting = true } }

  /// Goes on after ``rest()``.
  package func wake() {
    state.withLock { $0.isResting = false }
    bell.notify()
  }

  /// Ends the thread; sessions stay as they are.
  package func stop() {
    state.withLock { $0.hasStopped = true }
    bell.notify()
  }

  private func run() {
    while !state.withLock({ $0.hasStopped }) {
      let next = state.withLock(\.isResting) ? nil : endWhatIsDue()
      guard let next else {
        bell.wait()
        continue
      }
      bell.wait(for: max(Self.pause, next - time.now))
    }
  }

  /// Ends what is due, and tells when it has to look again; nil where nothing is to come.
  private func endWhatIsDue() -> Moment? {
    let now = time.now
    var next: Moment?
    func wait(until moment: Moment) { next = min(next ?? moment, moment) }
    base.endLeases(at: now)
    if let deadline = base.current.deadline { wait(until: deadline) }
    for session in state.withLock({ Array($0.sessions.values) }) {
      let end = session.end(from: now)
      if end <= now {
        self.end(session)
        continue
      }
      wait(until: end)
      session.world.endLeases(at: now)
      if let deadline = session.world.current.deadline { wait(until: deadline) }
    }
    return next
  }
}
