import Platform

/// What happens around `understudy dev`, in order, for the one thread that acts on it.
final class EventQueue<Event: Sendable>: Sendable {
  private let events = Lock([Event]())
  private let bell = Bell()

  /// Puts an event behind the others; from any thread.
  func add(_ event: Event) {
    events.withLock { $0.append(event) }
    bell.notify()
  }

  /// Waits for the next event.
  func next() -> Event {
    while true {
      let first = events.withLock { events in events.isEmpty ? nil : events.removeFirst() }
      if let first { return first }
      bell.wait()
    }
  }
}
