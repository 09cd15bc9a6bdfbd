import MicroHTTPD
import Platform
import Synchronization

/// The record of all requests: bounded by number and memory, its counts exact for ever.
///
/// ```swift
/// let journal = Journal()
/// journal.open(entry)  // the request is read and routed
/// journal.close(entry, JournalEntry.End(.completed, at: time.now))
/// journal.view().counts.total  // 1
/// ```
///
/// The oldest entries make room for new ones; counts go on, so that a route's hits stay true
/// whatever was dropped.
package final class Journal: Sendable {
  /// How much is kept.
  package let limits: Limits
  /// The requests that name no session.
  package let base: JournalBook
  /// The requests that name a session that is none, or none where they must.
  package let strays = JournalBook(.nobody)
  private let record: Lock<Record>
  /// Whether somebody watches, and whether it was told of a change: see ``WatchState``.
  private let watchState = Atomic<Int>(WatchState.nobody)
  private let watcher = Lock(Watcher())

  /// How much a journal keeps.
  package struct Limits: Sendable, Hashable {
    /// How many entries; with 0 there are counts alone.
    package var entries = 10_000
    /// How many bytes, in entries and answers together.
    package var bytes = 64 * 1024 * 1024
    /// How much of each body, in bytes.
    package var body = 64 * 1024

    /// The defaults.
    package init() {}
  }

  /// What is exact, whatever was dropped, since the start or the last ``Journal/clear()``.
  package struct Counts: Sendable, Hashable {
    /// All requests.
    package var total = 0
    /// Those that no route took, or that were refused.
    package var unmatched = 0
    /// Those that are on record no more.
    package var dropped = 0
    /// How often the journal was cleared.
    package var generation = 0
    /// The number of the last request; 0 before the first.
    package var lastSeq = 0
  }

  private enum WatchState {
    static let nobody = 0
    static let watching = 1
    static let told = 2
  }

  /// An empty journal.
  package init(limits: Limits = Limits()) {
    self.limits = limits
    let base = JournalBook(.base)
    self.base = base
    record = Lock(Record(base: base))
  }
}

// MARK: - Writing

extension Journal {
  /// Puts a request on record, and gives it its number.
  package func open(_ entry: JournalEntry) {
    // Let go of outside the lock: freeing is the greater part of the work.
    let dropped = record.withLock { $0.add(entry, limits) }
    tellWatcher()
    _ = dropped
  }

  /// Adds to a request how it ended.
  package func close(_ entry: JournalEntry, _ end: consuming JournalEntry.End) {
    // Asked first, as the end is handed over; only the first end of an entry is ever given.
    let cost = end.answer?.charge ?? 0
    var end: JournalEntry.End? = end
    let (isFirst, wasLetGo) = entry.setEnd(&end)
    guard isFirst else { return }
    if wasLetGo { record.withLock { $0.forget(entry) } }
    if cost > 0 {
      let dropped = record.withLock { $0.charge(cost, of: entry, limits) }
      _ = dropped
    }
    tellWatcher()
  }

  /// Forgets every request of a world and sets all its counts to zero; numbers go on.
  package func clear(_ book: JournalBook) {
    let dropped = record.withLock { $0.clear(book) }
    tellWatcher()
    _ = dropped
  }

  /// Lets whoever waits look again: something has changed that is no entry.
  package func touch() { tellWatcher() }
}

// MARK: - Reading

extension Journal {
  /// What is to be seen of it: the requests of one world, or of all.
  package func view(of book: JournalBook? = nil) -> JournalView {
    JournalView(journal: self, book: book)
  }

  /// Whether none of a world's requests is on record.
  package func isEmpty(_ book: JournalBook) -> Bool { record.withLock { _ in book.isEmpty } }

  /// How much is on record, of all worlds: entries, and the bytes that they and their answers take.
  package var size: (entries: Int, bytes: Int) { record.withLock { ($0.count, $0.cost) } }

  /// Some requests on record, the oldest first.
  package struct Page: Sendable {
    /// The requests.
    package var entries: [JournalEntry]
    /// How many of the same world came before the first, since the last clearing; nil where they are
    /// those of all worlds.
    package var ordinal: Int?
    /// The number behind the last.
    package var next: Int
    /// How often the journal had been cleared.
    package var generation: Int
  }

  func read<Answer>(_ body: (Record) -> Answer) -> Answer { record.withLock { body($0) } }
}

// MARK: - Watching

extension Journal {
  /// Names who is told of changes, from the thread that makes them: it must only ring a bell.
  package func setWatcher(_ tell: @escaping @Sendable () -> Void) {
    watcher.withLock { $0.tell = tell }
  }

  /// Asks to be told of the next change, once; call it before looking.
  package func watch() {
    watchState.store(WatchState.watching, ordering: .sequentiallyConsistent)
  }

  /// Asks to be told no more.
  package func unwatch() {
    watchState.store(WatchState.nobody, ordering: .sequentiallyConsistent)
  }

  /// The change was made under the lock, and whoever watches reads under it behind ``watch()``:
  /// either it sees the change, or this sees it watching.
  private func tellWatcher() {
    guard watchState.load(ordering: .sequentiallyConsistent) == WatchState.watching,
      watchState.compareExchange(
        expected: WatchState.watching, desired: WatchState.told,
        ordering: .sequentiallyConsistent
      ).exchanged
    else { return }
    watcher.withLock { $0.tell }?()
  }
}
