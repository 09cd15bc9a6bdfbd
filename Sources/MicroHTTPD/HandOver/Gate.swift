import Platform
import Synchronization

/// What a daemon that may be handed over passes each request through on the way to its handler.
///
/// Closed, it lets none through: whatever the handler has done by then is all that it does.
final class Gate: Sendable {
  private let inside = Atomic<Int>(0)
  private let isShut = Atomic<Bool>(false)
  private let emptied = Bell()
  /// Whether connections are accepted.
  private let accepts = Lock(true)

  /// Whether no request gets through.
  var isClosed: Bool { isShut.load(ordering: .acquiring) }

  /// Lets a request through; ``leave()`` must follow then.
  func enter() -> Bool {
    // In one order with close(): either that sees this one, or this one sees it.
    inside.add(1, ordering: .sequentiallyConsistent)
    if !isShut.load(ordering: .sequentiallyConsistent) { return true }
    leave()
    return false
  }

  /// The handler has decided about a request that was let through.
  func leave() {
    let left = inside.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left == 0, isShut.load(ordering: .sequentiallyConsistent) { emptied.notify() }
  }

  /// Lets nobody through any more, and waits for those who are inside.
  func close() {
    isShut.store(true, ordering: .sequentiallyConsistent)
    stopAccepting()
    while inside.load(ordering: .sequentiallyConsistent) > 0 {
      emptied.wait(for: .milliseconds(50))
    }
  }

  /// Accepts no connection any more: behind this, nobody is in the middle of it.
  func stopAccepting() { accepts.withLock { $0 = false } }

  /// Lets requests through again.
  func open() {
    accepts.withLock { $0 = true }
    isShut.store(false, ordering: .sequentiallyConsistent)
  }

  /// Accepts a connection, while nobody can close the gate; nil where it is closed.
  func accept<Answer: Sendable>(_ body: () -> Answer) -> Answer? {
    accepts.withLock { $0 ? body() : nil }
  }
}
