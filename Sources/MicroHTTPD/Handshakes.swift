internal import CMicroHTTPD
import Platform

/// Connections in the middle of a handshake that are left alone until their clients go on.
///
/// The library would ask such a socket again and again: only between requests does it wait. So they
/// are suspended, and the parking lot's thread watches over them. Any thread may add one.
final class Handshakes: Sendable {
  private let readiness: Readiness
  private let state = Lock(State())

  private struct State {
    var waiting: [UInt64: Waiting] = [:]
    var lastNumber = Handshakes.firstNumber
    var isStopped = false
  }

  // Safety: the connection is suspended while it stands here, so the library keeps it alive.
  @safe
  private struct Waiting: @unchecked Sendable {
    var connection: OpaquePointer
    var descriptor: Int32
  }

  /// Where their numbers begin: above those of what is parked, below those of what lingers.
  private static let firstNumber: UInt64 = 1 << 61

  /// None yet, watched by this set.
  init(_ readiness: Readiness) {
    self.readiness = readiness
  }

  /// How many there are.
  var count: Int { state.withLock { $0.waiting.count } }

  /// Whether a number of the set is one of these.
  static func owns(_ number: UInt64) -> Bool {
    number >= firstNumber && !Lingering.owns(number) && number != Readiness.wakeNumber
  }

  /// Suspends a connection; called on its worker, inside a callback of the library.
  ///
  /// - Parameters:
  ///   - connection: the connection.
  ///   - interest: until when: something comes, or the client hangs up.
  /// - Returns: false where it is not suspended: the daemon stops, or no descriptor can be watched.
  func suspend(_ connection: OpaquePointer, until interest: Readiness.Interest) -> Bool {
    let descriptor = unsafe umhd_descriptor(connection)
    // All under the lock: whoever takes it out again must find all of it done.
    return state.withLock { state in
      guard !state.isStopped else { return false }
      state.lastNumber += 1
      do throws(SystemError) {
        try readiness.add(descriptor, interest, number: state.lastNumber)
      } catch {
        return false
      }
      unsafe MHD_suspend_connection(connection)
      state.waiting[state.lastNumber] = unsafe Waiting(
        connection: connection, descriptor: descriptor)
      return true
    }
  }

  /// Hands one back to its worker.
  func wake(_ number: UInt64) {
    state.withLock { resume(number, &$0) }
  }

  /// Resets all, and takes no more.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for (number, waiting) in state.waiting {
        umhd_reset(waiting.descriptor)
        resume(number, &state)
      }
    }
  }

  private func resume(_ number: UInt64, _ state: inout State) {
    guard let waiting = state.waiting.removeValue(forKey: number) else { return }
    readiness.remove(waiting.descriptor)
    // Under the lock as well: once stop() has had it, nobody touches a connection any more.
    unsafe MHD_resume_connection(waiting.connection)
  }
}
