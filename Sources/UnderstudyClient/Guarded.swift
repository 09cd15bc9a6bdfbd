import Foundation

/// A value that one thread at a time may touch.
///
/// `Mutex` of `Synchronization` needs a newer system than the apps that are tested.
// Safety: the value is touched between lock and unlock alone.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  /// Guards a value.
  package init(_ value: Value) {
    self.value = value
  }

  /// Runs the closure while no other thread is inside; keep it short.
  package func withLock<Answer>(_ body: (inout Value) throws -> Answer) rethrows -> Answer {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
