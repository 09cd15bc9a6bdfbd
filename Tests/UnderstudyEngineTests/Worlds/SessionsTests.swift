import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("The sessions")
struct SessionsTests {
  let stage: WorldStage
  let sessions: Sessions
  let journal: Journal

  init() throws { try self.init(limit: 100) }

  private init(limit: Int, entries: Int = 100) throws {
    stage = try WorldStage(LeaseTests.catalog)
    var limits = Journal.Limits()
    limits.entries = entries
    journal = Journal(limits: limits)
    sessions = Sessions(
      World(stage.engine.switchboard, book: journal.base), journal, limit: limit, time: stage.time)
  }

  private func begin(_ name: String? = nil, seconds: Int = 60) throws -> Session {
    try sessions.begin(name: name, timeToLive: .seconds(seconds))
  }

  private func find(_ text: String) -> Session? { sessions.find(Array(text.utf8)[...]) }

  /// Moves the clock, and waits until the thread has looked at every session since.
  private func advance(by seconds: Int) throws {
    stage.time.advance(by: .seconds(seconds))
    // The second one ends in a look that begins after the first one's has ended.
    for _ in 0..<2 {
      let marker = try begin(seconds: 0)
      #expect(eventually { marker.hasEnded })
    }
  }

  // MARK: - Finding

  @Test func `are found by id, and by a name that one has`() throws {
    defer { sessions.stop() }
    let (login, other) = (try begin("login"), try begin())

    #expect(find(login.text) === login)
    #expect(try sessions.session(login.text) === login)
    #expect(try sessions.session("login") === login)
    #expect(find("login") == nil)
    #expect(sessions.all.map(\.text).sorted() == [login.text, other.text].sorted())
    #expect(sessions.count == 2)
    #expect(login.text.utf8.count == SessionID.length)
  }

  @Test func `are not found by a name that none or several have`() throws {
    defer { sessions.stop() }
    let two = [try begin("checkout"), try begin("checkout")]

    do throws(Sessions.Problem) {
      _ = try sessions.session("checkout")
      Issue.record("one was found")
    } catch {
      guard case .ambiguous("checkout", let ids) = error else {
        Issue.record("another problem: \(error)")
        return
      }
      #expect(ids.sorted() == two.map(\.text).sorted())
    }
    do throws(Sessions.Problem) {
      _ = try sessions.session("chekout")
      Issue.record("one was found")
    } catch {
      guard case .unknown("chekout", suggestion: " Did you mean 'checkout'?") = error else {
        Issue.record("another problem: \(error)")
        return
      }
    }
  }

  @Test func `compare names by their bytes`() throws {
    defer { sessions.stop() }
    _ = try begin("caf\u{E9}")

    #expect(throws: Sessions.Problem.self) { try sessions.session("cafe\u{301}") }
  }

  @Test func `do not begin where what they begin with cannot be chosen`() throws {
    let changes = WorldChanges(scenario: "nowhere")

    do throws(Sessions.Problem) {
      _ = try sessions.begin(timeToLive: .seconds(1), changes)
      Issue.record("it began")
    } catch {
      guard case .choice(.unknownScenario("nowhere", _, _)) = error else {
        Issue.record("another problem: \(error)")
        return
      }
    }
    #expect(sessions.count == 0)
  }

  @Test func `are so many at once as there may be`() throws {
    let few = try SessionsTests(limit: 2)
    defer { few.sessions.stop() }
    let first = try few.begin()
    _ = try few.begin()

    do throws(Sessions.Problem) {
      _ = try few.sessions.begin(timeToLive: .seconds(1))
      Issue.record("a third began")
    } catch {
      guard case .tooMany(limit: 2) = error else {
        Issue.record("another problem: \(error)")
        return
      }
    }
    few.sessions.end(first)

    #expect(throws: Never.self) { try few.begin() }
  }

  @Test func `never are more than there may be, whoever begins at the same time`() throws {
    let few = try SessionsTests(limit: 100)
    defer { few.sessions.stop() }

    let counts = try WorldStage.race(times: 5) {
      (try? few.sessions.begin(timeToLive: .seconds(60))) == nil ? "refused" : "begun"
    }

    #expect(counts == ["begun": 100, "refused": 220])
    #expect(few.sessions.count == 100)
  }

  // MARK: - Ending

  @Test func `end once, and tell it`() throws {
    defer { sessions.stop() }
    let told = Lock([String]())
    sessions.whenEnded { session in told.withLock { $0.append(session.text) } }
    let session = try begin("login")

    let counts = try WorldStage.race(times: 2) { "\(sessions.end(session))" }

    #expect(counts == ["true": 1, "false": 127])
    #expect(told.withLock { $0 } == [session.text])
    #expect(session.hasEnded)
    #expect(find(session.text) == nil)
    #expect(throws: Sessions.Problem.self) { try sessions.session("login") }
  }

  @Test func `end by themselves once they are idle for too long`() throws {
    defer { sessions.stop() }
    let session = try begin(seconds: 60)

    try advance(by: 59)
    #expect(find(session.text) === session)
    stage.time.advance(by: .seconds(1))

    #expect(eventually { find(session.text) == nil })
    #expect(session.hasEnded)
  }

  @Test func `live on where they are used`() throws {
    defer { sessions.stop() }
    let session = try begin(seconds: 60)

    try advance(by: 59)
    session.enter(at: stage.time.now)
    session.leave(at: stage.time.now)
    try advance(by: 59)
    #expect(find(session.text) === session)
    #expect(session.end(from: stage.time.now) == stage.time.now + .seconds(1))
    stage.time.advance(by: .seconds(1))

    #expect(eventually { session.hasEnded })
  }

  @Test func `do not end while something goes on in them`() throws {
    defer { sessions.stop() }
    let session = try begin(seconds: 60)

    session.enter(at: stage.time.now)
    try advance(by: 600)
    #expect(find(session.text) === session)
    session.leave(at: stage.time.now)
    try advance(by: 59)
    #expect(find(session.text) === session)
    stage.time.advance(by: .seconds(1))

    #expect(eventually { session.hasEnded })
  }

  @Test func `and the base lose leases by their time, without a request`() throws {
    defer { sessions.stop() }
    let end = stage.time.now + .seconds(5)
    let lease = Override(.variant(.offline), lease: .until(end))
    let session = try begin()
    for world in [sessions.base, session.world] { try world.change([(.all, lease)]) }
    sessions.look()

    stage.time.advance(by: .seconds(5))

    for world in [sessions.base, session.world] {
      #expect(eventually { world.current.deadline == nil })
      #expect(world.current.choices[0].source == .default)
    }
    #expect(find(session.text) === session)
  }

  // MARK: - What they leave

  private func request(in session: Session, seq: Int) {
    let entry = journalEntry(route: 0, book: session.world.book)
    journal.open(entry)
    #expect(entry.seq == seq)
  }

  @Test func `leave their record, while it is there`() throws {
    let few = try SessionsTests(limit: 100, entries: 2)
    defer { few.sessions.stop() }
    let session = try few.begin()
    few.request(in: session, seq: 1)
    few.request(in: session, seq: 2)
    #expect(few.sessions.endedBook(session.text) == nil)

    few.sessions.end(session)
    let book = try #require(few.sessions.endedBook(session.text))
    #expect(few.journal.view(of: book).page(from: 1).entries.map(\.seq) == [1, 2])
    few.journal.open(journalEntry())
    #expect(few.sessions.endedBook(session.text) === book)
    few.journal.open(journalEntry())

    #expect(few.sessions.endedBook(session.text) == nil)
  }

  @Test func `leave no more records than there are requests on record`() throws {
    let few = try SessionsTests(limit: 100, entries: 20)
    defer { few.sessions.stop() }

    for number in 1...500 {
      let session = try few.begin()
      few.request(in: session, seq: number)
      few.sessions.end(session)
    }

    // With each that ends, some of those are let go of that are empty.
    #expect((20...40).contains(few.sessions.endedBookCount))
  }

  @Test func `leave nothing where nothing was asked of them`() throws {
    defer { sessions.stop() }
    let (first, idle) = (try begin(), try begin())
    request(in: first, seq: 1)

    sessions.end(first)
    sessions.end(idle)

    #expect(sessions.endedBook(first.text) === first.world.book)
    #expect(sessions.endedBook(idle.text) == nil)
  }

  @Test func `leave their records, however few sessions there may be`() throws {
    let few = try SessionsTests(limit: 3)
    defer { few.sessions.stop() }
    var texts: [String] = []

    for number in 1...5 {
      let session = try few.begin()
      few.request(in: session, seq: number)
      texts.append(session.text)
      few.sessions.end(session)
    }

    #expect(texts.map { few.sessions.endedBook($0) != nil } == [true, true, true, true, true])
  }
}
