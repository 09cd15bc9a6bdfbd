import Platform
import TestSupport
import Testing
import UnderstudyEngine

@Suite("The log of events")
struct EventLogTests {
  @Test func `keeps nothing before somebody asks`() {
    let log = EventLog<Int>()

    log.add(1)
    let start = log.begin()
    log.add(2)

    #expect(log.events(after: start, limit: 10).events.map(\.content) == [2])
  }

  @Test func `tells a slow reader how much it has lost`() {
    let log = EventLog<Int>(capacity: 4)
    let start = log.begin()

    for number in 1...10 { log.add(number) }
    let (events, lost) = log.events(after: start, limit: 3)

    #expect(events.map(\.content) == [7, 8, 9])
    #expect(lost == 6)
    #expect(log.events(after: events[2].id, limit: 3).events.map(\.content) == [10])
    #expect(log.events(after: 10, limit: 3).events.isEmpty)
    #expect(log.events(after: 99, limit: 3).lost == 0)
  }

  @Test func `keeps nothing of a request that the journal lets go of`() throws {
    let journal = Journal()
    let log = EventLog<Event>()
    let start = log.begin()
    weak var released: JournalEntry?
    do {
      let entry = journalEntry("/a", method: "POST", route: 0)
      released = entry
      journal.open(entry)
      log.add(.began(JournalSummary(entry)))
      journal.close(entry, .init(.cancelled, at: Moment(nanoseconds: 2_000_001)))
      log.add(.ended(JournalSummary(entry)))
    }
    #expect(released != nil)

    journal.clear(journal.base)
    let events = log.events(after: start, limit: 10).events

    #expect(released == nil)
    guard case .began(let began)? = events.first?.content,
      case .ended(let ended)? = events.last?.content
    else {
      Issue.record("Two events are missing.")
      return
    }
    #expect(began.ending == nil)
    #expect(began.total == nil)
    #expect(ended.seq == 1)
    #expect(ended.method == Array("POST".utf8))
    #expect(ended.target == Array("/a".utf8))
    #expect(ended.ending == .cancelled)
    #expect(ended.total == .milliseconds(2))
    #expect(ended.isMatched == true)
  }

  @Test func `wakes its readers until they leave`() {
    let log = EventLog<Int>()
    _ = log.begin()
    let woken = Lock(0)

    let reader = log.addReader { woken.withLock { $0 += 1 } }
    for number in 1...1000 { log.add(number) }
    #expect(eventually { woken.withLock { $0 } > 0 })
    #expect(woken.withLock { $0 } < 1000)
    #expect(log.readerCount == 1)
    log.remove(reader: reader)

    #expect(log.readerCount == 0)
  }
}
