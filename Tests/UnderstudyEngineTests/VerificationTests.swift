import MicroHTTPD
import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A verification")
struct VerificationTests {
  typealias Verdict = VerificationProgress.Verdict

  struct Example: Sendable, CustomTestStringConvertible {
    var count: Verification.CountRule
    var within = 5
    var settle = 0
    /// What happens: a number of requests, or seconds that pass (negative).
    var steps: [Int]
    /// The verdict behind each step, and before the first.
    var verdicts: [Verdict?]
    var testDescription: String { "\(count) within \(within) settled \(settle): \(steps)" }
  }

  @Test(arguments: [
    Example(count: .atLeast(2), steps: [1, 1], verdicts: [nil, nil, .passed]),
    Example(count: .atLeast(2), steps: [1, -5], verdicts: [nil, nil, .failed]),
    Example(count: .atLeast(1), within: 0, steps: [], verdicts: [.failed]),
    Example(count: .atLeast(0), within: 0, steps: [], verdicts: [.passed]),
    Example(count: .exactly(1), steps: [1], verdicts: [nil, .passed]),
    Example(count: .exactly(1), steps: [2], verdicts: [nil, .failed]),
    Example(count: .exactly(1), steps: [-5], verdicts: [nil, .failed]),
    Example(count: .exactly(0), within: 0, steps: [], verdicts: [.passed]),
    Example(
      count: .exactly(1), settle: 2, steps: [1, -1, -1], verdicts: [nil, nil, nil, .passed]),
    Example(count: .exactly(1), settle: 2, steps: [1, -1, 1], verdicts: [nil, nil, nil, .failed]),
    Example(
      count: .exactly(1), settle: 2, steps: [-4, 1, -1, -1],
      verdicts: [nil, nil, nil, nil, .passed]
    ),
    Example(count: .exactly(0), within: 0, settle: 2, steps: [-2], verdicts: [nil, .passed]),
    Example(count: .atMost(1), steps: [1, -5], verdicts: [nil, nil, .passed]),
    Example(count: .atMost(1), steps: [1, 1], verdicts: [nil, nil, .failed]),
    Example(count: .atMost(0), settle: 1, steps: [-5, -1], verdicts: [nil, nil, .passed]),
  ])
  func `decides as soon as it can`(_ example: Example) {
    let journal = Journal()
    let time = ManualTime()
    let verification = Verification(
      .requests(.init(route: 0, expectation: nil)), count: example.count,
      within: .seconds(example.within), settle: .seconds(example.settle))
    var progress = VerificationProgress(verification, startedAt: time.now)

    var verdicts = [progress.verdict(journal.own, at: time.now)]
    for step in example.steps {
      if step < 0 { time.advance(by: .seconds(-step)) }
      for _ in 0..<max(0, step) { journal.open(journalEntry(route: 0)) }
      verdicts.append(progress.verdict(journal.own, at: time.now))
    }

    #expect(verdicts == example.verdicts)
  }

  @Test(arguments: [
    (Verification.Subject.unmatched(nil), Verification.CountRule.atLeast(1), 1),
    (.order([]), .exactly(1), 1),
    (.unmatched(nil), .exactly(1), 6),
    (.unmatched(nil), .atMost(1), 6),
  ])
  func `settles only where more requests could undo it`(
    subject: Verification.Subject, count: Verification.CountRule, seconds: Int
  ) {
    let verification = Verification(
      subject, count: count, within: .seconds(1), settle: .seconds(5))

    #expect(verification.limit == .seconds(seconds))
  }

  private func expectation(_ path: String) throws -> RequestExpectation {
    RequestExpectation(
      method: nil, path: try PathTemplate(path), rules: RuleSet(RequestRules(query: .ignored)))
  }

  private func journal(entries: Int) -> Journal {
    var limits = Journal.Limits()
    limits.entries = entries
    return Journal(limits: limits)
  }

  private func verdict(
    _ subject: Verification.Subject, _ count: Verification.CountRule, _ journal: Journal
  ) -> Verdict? {
    var progress = VerificationProgress(
      Verification(subject, count: count), startedAt: Moment(nanoseconds: 1))
    return progress.verdict(journal.own, at: Moment(nanoseconds: 1), isLast: true)
  }

  @Test(.bug(id: "L02"))
  func `is exact for a route, whatever was dropped`() {
    let journal = journal(entries: 100)
    for _ in 0..<150 { journal.open(journalEntry("/a", route: 0)) }

    let pick = Verification.Pick(route: 0, expectation: nil)
    #expect(verdict(.requests(pick), .exactly(150), journal) == .passed)
    #expect(verdict(.unmatched(nil), .exactly(0), journal) == .passed)
  }

  @Test(.bug(id: "L02"))
  func `does not guess where requests were dropped that it would have to look at`() throws {
    let journal = journal(entries: 100)
    for _ in 0..<150 { journal.open(journalEntry("/a", route: 0)) }
    let pick = Verification.Pick(route: nil, expectation: try expectation("/a"))
    let other = Verification.Pick(route: nil, expectation: try expectation("/b"))

    #expect(verdict(.requests(pick), .atLeast(100), journal) == .passed)
    #expect(verdict(.requests(pick), .atLeast(101), journal) == .incomplete)
    #expect(verdict(.requests(pick), .exactly(100), journal) == .incomplete)
    #expect(verdict(.requests(pick), .atMost(99), journal) == .failed)
    #expect(verdict(.requests(pick), .atMost(100), journal) == .incomplete)
    #expect(verdict(.order([pick, pick]), .atLeast(1), journal) == .passed)
    #expect(verdict(.order([other, pick]), .atLeast(1), journal) == .incomplete)
  }

  @Test func `looks for steps in their order, whatever lies between`() throws {
    let journal = journal(entries: 100)
    for path in ["/c", "/a", "/x", "/b", "/a"] { journal.open(journalEntry(path)) }
    func order(_ paths: String...) throws -> Verdict? {
      verdict(
        .order(try paths.map { .init(route: nil, expectation: try expectation($0)) }), .atLeast(1),
        journal)
    }

    #expect(try order("/a", "/b") == .passed)
    #expect(try order("/c", "/b", "/a") == .passed)
    #expect(try order("/a", "/a") == .passed)
    #expect(try order("/b", "/c") == .failed)
    #expect(try order("/a", "/b", "/b") == .failed)
  }

  @Test func `counts anew where the journal is cleared`() throws {
    let journal = journal(entries: 100)
    journal.open(journalEntry("/a"))
    let pick = Verification.Pick(route: nil, expectation: try expectation("/a"))
    var progress = VerificationProgress(
      Verification(.requests(pick), count: .atLeast(2), within: .seconds(5)),
      startedAt: Moment(nanoseconds: 1))

    #expect(progress.verdict(journal.own, at: Moment(nanoseconds: 1)) == nil)
    #expect(progress.count == 1)
    journal.clear(journal.base)
    journal.open(journalEntry("/a"))

    #expect(progress.verdict(journal.own, at: Moment(nanoseconds: 1)) == nil)
    #expect(progress.count == 1)
  }

  @Test func `names what came nearest`() throws {
    let journal = journal(entries: 100)
    for path in ["/x/y", "/users/7/photos", "/users", "/users/7"] {
      journal.open(journalEntry(path, method: "PUT"))
    }
    let expectation = RequestExpectation(
      method: Array("POST".utf8), path: try PathTemplate("/users/{id}"),
      rules: RuleSet(RequestRules(query: .ignored)))
    let verification = Verification(.requests(.init(route: nil, expectation: expectation)))

    let nearest = verification.nearest(in: journal.own, [])

    #expect(nearest.map(\.entry.seq) == [4, 3, 2])
    #expect(nearest.first?.differences == [Difference(.method, expected: "POST", actual: "PUT")])
    #expect(
      nearest.last?.differences.last
        == Difference(.path, expected: "/users/{id}", actual: "/users/7/photos"))
  }
}

@Suite("The watch over the journal")
struct JournalWatchTests {
  private final class Question: JournalQuestion {
    private let journal: Journal
    private let number: Int
    let answer = Bell()

    init(_ journal: Journal, _ number: Int) {
      self.journal = journal
      self.number = number
    }

    func look(at now: Moment) -> JournalLook {
      guard journal.own.counts.total >= number else { return .later(nil) }
      answer.notify()
      return .never
    }
  }

  @Test func `lets a thousand questions wait, and forgets those that are answered`() {
    let journal = Journal()
    let watch = JournalWatch(journal, time: SystemTime())
    defer { watch.stop() }
    let questions = (1...1000).map { Question(journal, $0) }
    for question in questions { watch.add(question) }

    for _ in 0..<999 { journal.open(journalEntry(route: 0)) }

    for question in questions.dropLast() { #expect(question.answer.wait(for: .seconds(10))) }
    #expect(eventually { watch.count == 1 })
    journal.open(journalEntry(route: 0))
    #expect(questions.last?.answer.wait(for: .seconds(10)) == true)
  }

  @Test func `is told of every change while it watches, and of none before`() {
    let journal = Journal()
    let told = Lock(0)
    journal.setWatcher { told.withLock { $0 += 1 } }

    journal.open(journalEntry(route: 0))
    #expect(told.withLock { $0 } == 0)
    journal.watch()
    journal.open(journalEntry(route: 0))
    journal.open(journalEntry(route: 0))
    #expect(told.withLock { $0 } == 1)
    journal.watch()
    journal.clear(journal.base)
    #expect(told.withLock { $0 } == 2)
    journal.unwatch()
    journal.open(journalEntry(route: 0))

    #expect(told.withLock { $0 } == 2)
  }
}
