import Platform
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A world's part of the journal")
struct JournalBookTests {
  let one = JournalBook(.session(.make()))
  let other = JournalBook(.session(.make()))

  private func journal(entries: Int = 100) -> Journal {
    var limits = Journal.Limits()
    limits.entries = entries
    return Journal(limits: limits)
  }

  /// Puts requests on record: `o` one's, `x` another's, `b` the base's.
  private func open(_ journal: Journal, _ worlds: String, route: Int? = 0) {
    for world in worlds {
      let book: JournalBook? = world == "o" ? one : world == "x" ? other : nil
      journal.open(journalEntry(route: route, book: book))
    }
  }

  private func seqs(_ journal: Journal, _ book: JournalBook?, from seq: Int = 1) -> [Int] {
    journal.view(of: book).page(from: seq).entries.map(\.seq)
  }

  @Test func `has the requests of its world, and counts them`() {
    let journal = journal()

    open(journal, "oboxxo")
    open(journal, "ox", route: nil)

    #expect(seqs(journal, one) == [1, 3, 6, 7])
    #expect(seqs(journal, other) == [4, 5, 8])
    #expect(seqs(journal, journal.base) == [2])
    #expect(seqs(journal, nil) == Array(1...8))
    let view = journal.view(of: one)
    #expect(view.counts.total == 4)
    #expect(view.counts.unmatched == 1)
    #expect(view.counts.lastSeq == 7)
    #expect(view.hits(ofRoute: 0) == 3)
    #expect(journal.view().counts.total == 8)
    #expect(view.entry(3)?.seq == 3)
    #expect(view.entry(4) == nil)
    #expect(view.newest(2).map(\.seq) == [6, 7])
  }

  @Test func `is read a page at a time`() {
    let journal = journal()
    open(journal, "obobobobo")
    let view = journal.view(of: one)

    let first = view.page(from: 1, limit: 2)
    let second = view.page(from: first.next, limit: 2)
    let third = view.page(from: second.next, limit: 2)

    #expect(first.entries.map(\.seq) == [1, 3])
    #expect((first.ordinal, first.next) == (0, 4))
    #expect(second.entries.map(\.seq) == [5, 7])
    #expect((second.ordinal, second.next) == (2, 8))
    #expect(third.entries.map(\.seq) == [9])
    #expect((third.ordinal, third.next) == (4, 10))
    #expect(view.page(from: third.next).entries.isEmpty)
  }

  @Test(.bug(id: "L02"))
  func `loses its oldest in the order in which all worlds' came`() {
    let journal = journal(entries: 4)

    open(journal, "oxoxox")

    #expect(seqs(journal, one) == [3, 5])
    #expect(seqs(journal, other) == [4, 6])
    #expect(journal.view(of: one).counts.dropped == 1)
    #expect(journal.view(of: other).counts.dropped == 1)
    open(journal, "xxx")

    #expect(seqs(journal, one) == [])
    #expect(journal.isEmpty(one))
    #expect(seqs(journal, other) == [6, 7, 8, 9])
    #expect(journal.view(of: one).counts.dropped == 3)
    #expect(journal.view(of: one).hits(ofRoute: 0) == 3)
    #expect(journal.view().counts.dropped == 5)
  }

  @Test func `is as long as it may be, however much passes through it`() {
    let journal = journal(entries: 300)

    for _ in 0..<50 { open(journal, String(repeating: "ox", count: 97)) }

    #expect(seqs(journal, one) == Array(stride(from: 9401, through: 9699, by: 2)))
    #expect(seqs(journal, other, from: 9690) == [9690, 9692, 9694, 9696, 9698, 9700])
    #expect(journal.view(of: one).counts.total == 4850)
    #expect(journal.view(of: one).counts.dropped == 4700)
  }

  @Test(.bug(id: "S04"))
  func `is cleared alone`() {
    let journal = journal(entries: 4)
    open(journal, "oxox")

    journal.clear(one)

    #expect(seqs(journal, one) == [])
    #expect(journal.view(of: one).counts.total == 0)
    #expect(journal.view(of: one).hits(ofRoute: 0) == 0)
    #expect(seqs(journal, other) == [2, 4])
    #expect(seqs(journal, nil) == [2, 4])
    #expect(journal.view().counts.total == 2)
    #expect(journal.view().entry(3) == nil)
  }

  @Test func `takes no place of others once it was cleared`() {
    let journal = journal(entries: 4)
    open(journal, "oxox")
    journal.clear(one)

    // Where its own lay, nothing is dropped.
    open(journal, "o")
    #expect(journal.view().counts.dropped == 0)
    open(journal, "x")
    #expect(journal.view(of: other).counts.dropped == 1)
    open(journal, "xo")

    #expect(seqs(journal, one) == [5, 8])
    #expect(seqs(journal, other) == [6, 7])
    #expect(journal.view(of: one).counts.dropped == 0)
    #expect(journal.view(of: other).counts.dropped == 2)
  }

  @Test func `is only counted where nothing is kept`() {
    let journal = journal(entries: 0)

    open(journal, "ooxb")

    #expect(seqs(journal, one) == [])
    #expect(journal.isEmpty(one))
    #expect(journal.view(of: one).counts.total == 2)
    #expect(journal.view(of: one).counts.dropped == 2)
    #expect(journal.view(of: one).hits(ofRoute: 0) == 2)
    #expect(journal.view().counts.dropped == 4)
  }

  // MARK: - Reading on

  /// What a scan of a world has seen.
  private struct Reader {
    let view: JournalView
    var scan = JournalScan()
    var seen: [Int] = []
    var restarts = 0

    mutating func read() {
      var (seen, restarts) = (seen, restarts)
      scan.advance(
        through: view,
        restart: {
          seen = []
          restarts += 1
        },
        {
          seen.append($0.seq)
          return true
        })
      (self.seen, self.restarts) = (seen, restarts)
    }
  }

  @Test func `is read on by who knows how many of it were missed`() {
    let journal = journal(entries: 4)
    var reader = Reader(view: journal.view(of: one))

    open(journal, "oxo")
    reader.read()
    #expect(reader.seen == [1, 3])
    open(journal, "xxxo")
    reader.read()
    #expect(reader.seen == [1, 3, 7])
    #expect(reader.scan.missing == 0)
    // Of these three, two are pushed out before they are seen.
    open(journal, "ooxxox")
    reader.read()

    #expect(reader.seen == [1, 3, 7, 12])
    #expect(reader.scan.missing == 2)
  }

  @Test func `was missed from its first request on by who begins there`() {
    let journal = journal(entries: 2)
    open(journal, "ooooxo")
    var all = Reader(view: journal.view(of: one))
    var later = Reader(view: journal.view(of: one), scan: JournalScan(from: 5))

    all.read()
    later.read()

    #expect(all.seen == [6])
    #expect(all.scan.missing == 4)
    #expect(later.seen == [6])
    #expect(later.scan.missing == 0)
  }

  @Test func `is read from its start again where it was cleared, and only then`() {
    let journal = journal(entries: 4)
    var reader = Reader(view: journal.view(of: one))
    open(journal, "ooo")
    reader.read()

    open(journal, "x")
    journal.clear(other)
    reader.read()
    #expect(reader.restarts == 0)
    open(journal, "oo")
    journal.clear(one)
    open(journal, "oooooo")
    reader.read()

    #expect(reader.restarts == 1)
    #expect(reader.seen == [9, 10, 11, 12])
    #expect(reader.scan.missing == 2)
  }

  @Test func `is what a verification asks`() {
    let journal = journal()
    let time = ManualTime()
    let question = Verification(
      .requests(.init(route: 0, expectation: nil)), count: .exactly(2))
    func verdict(_ book: JournalBook) -> VerificationProgress.Verdict? {
      var progress = VerificationProgress(question, startedAt: time.now)
      return progress.verdict(journal.view(of: book), at: time.now)
    }

    open(journal, "oxxxb")
    #expect(verdict(one) == .failed)
    open(journal, "o")

    #expect(verdict(one) == .passed)
    #expect(verdict(other) == .failed)
    #expect(verdict(journal.base) == .failed)
    #expect(question.counted(in: journal.view(of: other)).map(\.seq) == [2, 3, 4])
  }
}

@Suite("The counts of hits")
struct HitCountsTests {
  @Test(arguments: [
    [0], [3, 3, 3], Array(0..<16), Array(0..<17), Array((0..<40).reversed()),
    [999, 5, 999] + Array(100..<130) + [5, 1500, 1500, 999],
    (0..<500).map { $0 * 7 % 101 },
  ])
  func `are those of each route, few or many`(routes: [Int]) {
    var hits = HitCounts()

    for route in routes { hits.add(route) }

    let expected = Dictionary(grouping: routes, by: \.self).mapValues(\.count)
    for route in 0..<1600 { #expect(hits[route] == expected[route] ?? 0) }
  }
}
