import Platform
import Synchronization

/// The newest events, numbered, for readers that each go on at their own pace.
///
/// Adding never waits for a reader: one that is too slow finds a gap and is told how wide it is.
/// Nothing is kept before somebody has asked for the first time, so that a daemon without readers
/// pays nothing.
///
/// ```swift
/// let log = EventLog<String>(capacity: 1000)
/// let start = log.begin()
/// log.add("one")
/// log.events(after: start, limit: 10).events.map(\.content)  // ["one"]
/// ```
package final class EventLog<Content: Sendable>: Sendable {
  /// One event.
  package struct Event: Sendable {
    /// Its number; the next event's is one more.
    package let id: UInt64
    /// What happened.
    package let content: Content
  }

  private struct State {
    var ring: [Event] = []
    var lastID: UInt64 = 0
    var readers: [UInt64: @Sendable () -> Void] = [:]
    var lastReader: UInt64 = 0
    /// Whether the readers are about to be woken.
    var isPending = false
  }

  private let capacity: Int
  private let state = Lock(State())
  private let isAsked = Atomic<Bool>(false)
  private let bell = Bell()
  private let hasEnded = Atomic<Bool>(false)

  /// A log that keeps so many events.
  package init(capacity: Int = 4096) {
    self.capacity = capacity
  }

  /// Whether events are kept: somebody has asked for them.
  package var isRecording: Bool { isAsked.load(ordering: .relaxed) }

  /// Adds an event, once somebody has asked for events.
  package func add(_ content: @autoclosure () -> Content) {
    guard isRecording else { return }
    let content = content()
    let isFirst = state.withLock { state in
      state.lastID += 1
      let event = Event(id: state.lastID, content: content)
      if state.ring.count < capacity {
        state.ring.append(event)
      } else {
        state.ring[Int((state.lastID - 1) % UInt64(capacity))] = event
      }
      guard !state.readers.isEmpty, !state.isPending else { return false }
      state.isPending = true
      return true
    }
    if isFirst { bell.notify() }
  }

  /// Starts to keep events, and returns the number of the newest: what follows is new.
  package func begin() -> UInt64 {
    if !isAsked.exchange(true, ordering: .acquiringAndReleasing) {
      // Where there is no thread left, readers find their events at their next heartbeat.
      _ = try? WorkerThread { [weak self, bell] in
        while Self.serve(self, bell) {}
      }
    }
    return state.withLock { $0.lastID }
  }

  /// The events behind a number, and how many between are no longer kept.
  package func events(after id: UInt64, limit: Int) -> (events: [Event], lost: Int) {
    state.withLock { state in
      // A number of the future is of an earlier life of the daemon.
      guard id < state.lastID else { return ([], 0) }
      let oldest = state.lastID - UInt64(state.ring.count) + 1
      let first = max(id + 1, oldest)
      let last = min(state.lastID, first + UInt64(limit) - 1)
      let events = (first...last).map { state.ring[Int(($0 - 1) % UInt64(capacity))] }
      return (events, Int(first - id - 1))
    }
  }

  /// Wakes a reader soon after events have been added, from a thread of the log's own.
  ///
  /// - Parameter wake: called once for many events that come close together.
  /// - Returns: the number for ``remove(reader:)``.
  package func addReader(_ wake: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      state.lastReader += 1
      state.readers[state.lastReader] = wake
      return state.lastReader
    }
  }

  /// How many readers there are.
  package var readerCount: Int { state.withLock { $0.readers.count } }

  /// Wakes all readers: something else than an event has happened.
  package func wakeReaders() {
    let isFirst = state.withLock { state in
      guard !state.readers.isEmpty, !state.isPending else { return false }
      state.isPending = true
      return true
    }
    if isFirst { bell.notify() }
  }

  /// Forgets a reader.
  package func remove(reader: UInt64) {
    state.withLock { $0.readers[reader] = nil }
  }

  /// Ends the thread that wakes readers.
  package func stop() {
    hasEnded.store(true, ordering: .releasing)
    bell.notify()
  }

  private static func serve(_ log: EventLog?, _ bell: Bell) -> Bool {
    bell.wait()
    guard let log, !log.hasEnded.load(ordering: .acquiring) else { return false }
    // Events that come close together are sent together; only the end of the log rings meanwhile.
    bell.wait(for: .milliseconds(5))
    let readers = log.state.withLock { state in
      state.isPending = false
      return Array(state.readers.values)
    }
    for wake in readers { wake() }
    return !log.hasEnded.load(ordering: .acquiring)
  }

  deinit {
    hasEnded.store(true, ordering: .releasing)
    bell.notify()
  }
}
