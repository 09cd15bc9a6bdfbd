import MicroHTTPD
import Platform
import Testing
import Understudy

@testable import UnderstudyEngine

/// A route at a place in a catalog.
private func routeEntry(_ index: Int) -> RouteEntry {
  let group = RouteGroup("r") { Route("r.one", .get, "/", default: .status(200)) }
  guard let route = Catalog(group).routes.first, let template = try? PathTemplate("/") else {
    preconditionFailure("one route at /")
  }
  return RouteEntry(index: index, route: route, template: template)
}

/// A request of a test for the journal.
func journalEntry(
  _ target: String = "/", method: String = "GET", route: Int? = nil, body: JournalBody = .empty,
  revision: Int = 0, plan: Plan? = nil, book: JournalBook? = nil
) -> JournalEntry {
  JournalEntry(
    method: Array(method.utf8), target: Array(target.utf8), body: body,
    disposition: route.map {
      .route(.init(routeEntry($0), plan, .default))
    } ?? .miss, revision: revision, receivedAt: Moment(nanoseconds: 1), book: book)
}

extension Journal {
  /// What is to be seen of the base's requests.
  var own: JournalView { view(of: base) }
}

@Suite("The journal")
struct JournalTests {
  private func journal(entries: Int = 100, bytes: Int = 1 << 20, body: Int = 64) -> Journal {
    var limits = Journal.Limits()
    (limits.entries, limits.bytes, limits.body) = (entries, bytes, body)
    return Journal(limits: limits)
  }

  private func seqs(_ journal: Journal, from seq: Int = 1) -> [Int] {
    journal.own.page(from: seq, limit: .max).entries.map(\.seq)
  }

  @Test(.bug(id: "L02"))
  func `keeps the newest, says how many it dropped, and counts all`() {
    let journal = journal(entries: 100)

    for number in 1...150 { journal.open(journalEntry(route: number % 3 == 0 ? nil : 0)) }

    #expect(seqs(journal) == Array(51...150))
    #expect(journal.own.counts.total == 150)
    #expect(journal.own.counts.dropped == 50)
    #expect(journal.own.counts.unmatched == 50)
    #expect(journal.own.hits(ofRoute: 0) == 100)
    #expect(journal.own.hits(ofRoutes: 2) == [100, 0])
    #expect(journal.own.entry(50) == nil)
    #expect(journal.own.entry(51)?.seq == 51)
    #expect(journal.own.page(from: 1).ordinal == 50)
  }

  @Test(.bug(id: "L01"), arguments: [(1000, 20_000), (3, 100), (64, 65), (1, 10)])
  func `is bounded by number, whatever the number is`(limit: Int, count: Int) {
    let journal = journal(entries: limit)

    for _ in 0..<count { journal.open(journalEntry(route: 1)) }

    #expect(seqs(journal) == Array((count - limit + 1)...count))
    #expect(journal.own.counts.dropped == count - limit)
    #expect(journal.own.hits(ofRoute: 1) == count)
  }

  @Test(.bug(id: "L01"))
  func `is bounded by memory, and keeps the newest whatever it takes`() {
    let journal = journal(bytes: 10_000, body: 4000)
    let long = JournalBody([UInt8](repeating: 1, count: 4000), keeping: 4000)

    for _ in 0..<10 { journal.open(journalEntry(body: long)) }
    #expect(seqs(journal) == [9, 10])
    let endless = JournalBody([UInt8](repeating: 1, count: 20_000), keeping: 20_000)
    journal.open(journalEntry(body: endless))

    #expect(seqs(journal) == [11])
    #expect(journal.own.counts.dropped == 10)
  }

  @Test func `counts alone where it keeps nothing`() {
    let journal = journal(entries: 0)

    for _ in 0..<3 {
      let entry = journalEntry(route: 0)
      journal.open(entry)
      journal.close(entry, .init(.completed, at: Moment(nanoseconds: 2)))
    }

    #expect(seqs(journal) == [])
    #expect(journal.own.counts.dropped == 3)
    #expect(journal.own.hits(ofRoute: 0) == 3)
  }

  @Test(arguments: [0, 1, 2])
  func `knows what it has let go of until that has ended`(limit: Int) {
    let journal = journal(entries: limit)
    let entries = (0..<3).map { _ in journalEntry(route: 0) }
    for entry in entries { journal.open(entry) }
    func unrecorded() -> [Int] { journal.own.unrecorded.map(\.seq).sorted() }

    #expect(unrecorded() == Array(1...(3 - limit)))
    journal.clear(journal.base)
    #expect(unrecorded() == [1, 2, 3])
    let other = JournalBook(.nobody)
    #expect(journal.view(of: other).unrecorded.isEmpty)

    for (entry, left) in zip(entries, [[2, 3], [3], []]) {
      journal.close(entry, .init(.completed, at: Moment(nanoseconds: 2)))
      #expect(unrecorded() == left)
    }
  }

  @Test func `forgets all but its last number`() {
    let journal = journal()
    for _ in 0..<3 { journal.open(journalEntry(route: 0)) }

    journal.clear(journal.base)
    journal.open(journalEntry(route: 0))

    #expect(seqs(journal) == [4])
    #expect(journal.own.counts.total == 1)
    #expect(journal.own.counts.dropped == 0)
    #expect(journal.own.hits(ofRoute: 0) == 1)
  }

  @Test func `completes an entry once, also one that it has dropped`() {
    let journal = journal(entries: 1)
    let first = journalEntry(route: 0)
    let second = journalEntry(route: 0)
    journal.open(first)
    journal.open(second)
    let reply = Reply(status: 200, fields: [], body: [1])

    journal.close(
      first,
      .init(.completed, at: Moment(nanoseconds: 5), answer: JournalAnswer(reply, keeping: 1)))
    journal.close(second, .init(.cancelled, at: Moment(nanoseconds: 6)))
    journal.close(second, .init(.completed, at: Moment(nanoseconds: 7)))

    #expect(first.ended?.answer?.status == 200)
    #expect(second.ended?.ending == .cancelled)
    #expect(second.ended?.at == Moment(nanoseconds: 6))
  }

  @Test func `tells its watcher by the same way, however often it has`() {
    let journal = journal(entries: 1)
    let depths = Lock([UInt]())
    journal.setWatcher {
      var mark: UInt8 = 0
      withUnsafePointer(to: &mark) { mark in
        depths.withLock { $0.append(UInt(bitPattern: mark)) }
      }
    }

    for _ in 0..<100 {
      journal.watch()
      journal.touch()
    }

    // Where on the stack that is: wrapped again each time, it would lie deeper and deeper.
    #expect(depths.withLock { $0.count } == 100)
    #expect(depths.withLock { Set($0).count } == 1)
  }

  @Test func `charges a shared reply once, and each that was made for its request`() {
    func kept(_ isShared: Bool) -> Int {
      let journal = journal(bytes: 20_000, body: 4000)
      let shared = Reply(
        status: 200, fields: [], body: .init(repeating: 1, count: 4000), isShared: true)
      for _ in 0..<10 {
        let entry = journalEntry(route: 0)
        journal.open(entry)
        let own = Reply(status: 200, fields: [], body: .init(repeating: 1, count: 4000))
        journal.close(
          entry,
          .init(
            .completed, at: entry.receivedAt,
            answer: JournalAnswer(isShared ? shared : own, keeping: 4000)))
      }
      return seqs(journal).count
    }

    #expect(kept(true) == 10)
    #expect(kept(false) < 5)
  }

  @Test(.bug(id: "MP09"))
  func `keeps the beginning of a body, with the length and the digest of all of it`() {
    let bytes = [UInt8](repeating: 7, count: 100)

    let whole = JournalBody(bytes, keeping: 100)
    let cut = JournalBody(bytes, keeping: 64)
    let unknown = JournalBody(beginning: [7], length: 100, digest: nil)

    #expect(!whole.isTruncated)
    #expect(cut.isTruncated)
    #expect(cut.bytes.count == 64)
    #expect(cut.length == 100)
    #expect(cut.digest == whole.digest)
    #expect(cut.digest?.count == 32)
    #expect(unknown.digest == nil)
  }

  @Test func `keeps the beginning of an answer that was made for its request`() {
    let reply = Reply(status: 201, fields: [Field("X-A", "1")], body: [1, 2, 3])

    let answer = JournalAnswer(reply, keeping: 2)

    #expect(answer.status == 201)
    #expect(answer.fields == [Field("X-A", "1")])
    #expect(answer.body?.bytes == [1, 2])
    #expect(answer.body?.length == 3)
    #expect(answer.body?.digest == JournalBody([1, 2, 3], keeping: 3).digest)
  }

  @Test(arguments: [
    (MicroHTTPD.Ending.completed, true, "completed"), (.cancelled, true, "cancelled"),
    (.cancelled, false, "incomplete"), (.failed, false, "incomplete"), (.refused, false, "refused"),
    (.dropped, true, "dropped"), (.reset, true, "reset"), (.closed, true, "closed"),
  ])
  func `tells who hung up before the request was whole`(
    ending: MicroHTTPD.Ending, isReceived: Bool, word: String
  ) {
    #expect(JournalEntry.Ending(ending, isReceived: isReceived).rawValue == word)
  }

  @Test func `loses no request and no count between threads`() throws {
    let journal = journal(entries: 500)
    let threads = try (0..<4).map { route in
      try WorkerThread {
        for _ in 0..<5000 {
          let entry = journalEntry(route: route % 2)
          journal.open(entry)
          journal.close(entry, .init(.completed, at: entry.receivedAt))
        }
      }
    }
    for thread in threads { thread.join() }

    #expect(journal.own.counts.total == 20_000)
    #expect(journal.own.hits(ofRoutes: 2) == [10_000, 10_000])
    #expect(seqs(journal) == Array(19_501...20_000))
    #expect(journal.own.page(from: 1, limit: .max).entries.allSatisfy { $0.ended != nil })
  }
}

@Suite("A search of the journal")
struct JournalSearchTests {
  private let journal = Journal()

  private func open(_ targets: String...) -> [JournalEntry] {
    targets.map { target in
      let entry = journalEntry(target)
      journal.open(entry)
      return entry
    }
  }

  private func find(after: Int? = nil, limit: Int = 10, _ change: (inout JournalFilter) -> Void)
    -> (seqs: [Int], next: Int)
  {
    var filter = JournalFilter()
    change(&filter)
    var search = JournalSearch(filter, after: after, limit: limit)
    search.advance(through: journal.own)
    return (search.found.map(\.seq), search.next)
  }

  @Test(.bug(id: "Q02"))
  func `decodes a query as routes do`() {
    _ = open("/list?sort=%2Brank", "/list?sort=+rank", "/list?sort=%20rank")

    let plus = find { $0.query = [.init(name: Array("sort".utf8), value: Array("+rank".utf8))] }
    let space = find { $0.query = [.init(name: Array("sort".utf8), value: Array(" rank".utf8))] }

    #expect(plus.seqs == [1])
    #expect(space.seqs == [2, 3])
  }

  @Test func `takes paths by template, and targets by their bytes`() throws {
    _ = open("/users/7", "/users/7/", "/users/a%2Fb", "/users/7?x=1")
    let template = try PathTemplate("/users/{id}")

    #expect(find { $0.path = template }.seqs == [1, 3, 4])
    #expect(find { $0.target = Array("/users/a%2Fb".utf8) }.seqs == [3])
  }

  @Test func `finds the newest, or goes on behind a number`() {
    _ = open("/1", "/2", "/3", "/4", "/5")

    #expect(find(limit: 2) { _ in } == ([4, 5], 5))
    #expect(find(after: 0, limit: 2) { _ in } == ([1, 2], 2))
    #expect(find(after: 2, limit: 2) { _ in } == ([3, 4], 4))
    #expect(find(after: 4, limit: 2) { _ in } == ([5], 5))
    #expect(find(after: 5, limit: 2) { _ in } == ([], 5))
    #expect(find(after: .max, limit: 2) { _ in }.seqs == [])
  }

  @Test func `finds a request by its end, once it has ended`() {
    let entries = open("/1", "/2")
    var filter = JournalFilter()
    filter.ending = .cancelled
    var search = JournalSearch(filter, after: 0, limit: 10)

    search.advance(through: journal.own)
    #expect(search.found.isEmpty)
    journal.close(entries[1], .init(.completed, at: Moment(nanoseconds: 2)))
    journal.close(entries[0], .init(.cancelled, at: Moment(nanoseconds: 2)))
    search.advance(through: journal.own)

    #expect(search.found.map(\.seq) == [1])
  }

  @Test func `finds a request by the variant that it is released with`() throws {
    let board = try Engine(WorldTests.catalog).switchboard
    let entries = ["timeout", "timeout", "empty"].map { variant in
      let entry = journalEntry(route: 0, plan: board.plan(of: 0, variant: variant))
      journal.open(entry)
      return entry
    }
    var filter = JournalFilter()
    filter.variant = "empty"
    var search = JournalSearch(filter, after: 0, limit: 10)

    search.advance(through: journal.own)
    #expect(search.found.map(\.seq) == [3])
    entries[1].setReleased(
      .init(routeEntry(0), board.plan(of: 0, variant: "empty"), .default))
    search.advance(through: journal.own)
    journal.close(entries[1], .init(.completed, at: Moment(nanoseconds: 2)))
    search.advance(through: journal.own)

    #expect(search.found.map(\.seq) == [2, 3])
  }

  @Test func `keeps the first of those that end at once, and goes on behind it`() {
    let entries = open("/1", "/2", "/3")
    let end = JournalEntry.End(.completed, at: Moment(nanoseconds: 2))
    var filter = JournalFilter()
    filter.ending = .completed
    var search = JournalSearch(filter, after: 0, limit: 1)

    search.advance(through: journal.own)
    for entry in entries.reversed() { journal.close(entry, end) }
    let late = open("/4")
    journal.close(late[0], end)
    search.advance(through: journal.own)

    #expect(search.found.map(\.seq) == [1])
    #expect(search.next == 1)
    #expect(find(after: search.next) { $0.ending = .completed } == ([2, 3, 4], 4))
  }

  @Test(arguments: [0, nil])
  func `has the oldest first, whichever ended first`(after: Int?) {
    let entries = open("/1", "/2", "/3")
    let end = JournalEntry.End(.completed, at: Moment(nanoseconds: 2))
    var filter = JournalFilter()
    filter.ending = .completed
    var search = JournalSearch(filter, after: after, limit: 10)

    for entry in [entries[1], entries[2], entries[0]] {
      journal.close(entry, end)
      search.advance(through: journal.own)
    }

    #expect(search.found.map(\.seq) == [1, 2, 3])
    #expect(search.next == 3)
  }

  @Test func `starts over where the journal is cleared`() {
    _ = open("/1", "/2")
    var scan = JournalScan()
    var seen: [Int] = []
    func advance() {
      scan.advance(through: journal.own, restart: { seen = [] }) {
        seen.append($0.seq)
        return true
      }
    }

    advance()
    #expect(seen == [1, 2])
    journal.clear(journal.base)
    _ = open("/3")
    advance()

    #expect(seen == [3])
    #expect(scan.missing == 0)
  }
}
