internal import CMicroHTTPD
import Platform

/// Connections that have their last answer, and whose clients may still be sending.
///
/// Closed at once they would be reset by what still arrives, and the answer lost with them (RFC
/// 9112, 9.6): what comes is read and thrown away, for a while. Any thread may add one; only the
/// parking lot's thread reads and ends them, so that none is closed while it is read.
final class Lingering: Sendable {
  private let readiness: Readiness
  private let time = SystemTime()
  private let state = Lock(State())

  private struct State {
    var connections: [UInt64: (descriptor: Int32, port: SidePort?)] = [:]
    /// The numbers in the order of their ends, ended ones too.
    var queue: [(end: Moment, number: UInt64)] = []
    var lastNumber = Lingering.firstNumber
    var isStopped = false
  }

  /// How long such a client may go on.
  private static let patience: Duration = .seconds(30)
  /// How many there may be; beyond it the oldest ends.
  static let limit = 256
  /// Where their numbers begin, above those of all other registrations.
  private static let firstNumber: UInt64 = 1 << 62

  /// No connections yet, watched by this set.
  init(_ readiness: Readiness) {
    self.readiness = readiness
  }

  /// How many there are.
  var count: Int { state.withLock { $0.connections.count } }

  /// The end of the oldest; at once where there are too many.
  var earliestEnd: Moment? {
    state.withLock { state in
      state.connections.count > Self.limit ? Moment(nanoseconds: 0) : state.queue.first?.end
    }
  }

  /// Whether a number of the set is one of these.
  static func owns(_ number: UInt64) -> Bool {
    number >= firstNumber && number != Readiness.wakeNumber
  }

  /// Takes over a connection whose answer was sent; from now on the descriptor is ours.
  func add(_ descriptor: Int32, of port: SidePort?) {
    umhd_finish(descriptor)
    let end = time.now + Self.patience
    let isTaken = state.withLock { state in
      guard !state.isStopped else { return false }
      state.lastNumber += 1
      do {
        try readiness.add(descriptor, .readable, number: state.lastNumber)
      } catch {
        return false
      }
      state.connections[state.lastNumber] = (descriptor, port)
      state.queue.append((end, state.lastNumber))
      return true
    }
    guard isTaken else {
      umhd_discard(descriptor)
      return
    }
    readiness.wake()
  }

  /// Throws away what has arrived.
  func drain(_ number: UInt64) {
    guard let descriptor = state.withLock({ $0.connections[number]?.descriptor }),
      umhd_drain(descriptor) == 0
    else { return }
    end(number)
  }

  /// Ends those whose time is over, and the oldest of too many.
  func expire() {
    let now = time.now
    while let number = state.withLock({ state -> UInt64? in
      guard let first = state.queue.first else { return nil }
      let isOver =
        first.end <= now || state.connections.count > Self.limit
        || state.connections[first.number] == nil
      return isOver ? state.queue.removeFirst().number : nil
    }) {
      end(number)
    }
  }

  /// Resets those of a port; from any thread, since none is closed while it stands here.
  func reset(of port: SidePort) {
    state.withLock { state in
      for connection in state.connections.values where connection.port === port {
        umhd_reset(connection.descriptor)
      }
    }
  }

  /// Ends all, and takes no more.
  func stop() {
    let numbers = state.withLock { state in
      state.isStopped = true
      return Array(state.connections.keys)
    }
    for number in numbers { end(number) }
  }

  private func end(_ number: UInt64) {
    guard
      let descriptor = state.withLock({ $0.connections.removeValue(forKey: number)?.descriptor })
    else { return }
    readiness.remove(descriptor)
    umhd_discard(descriptor)
  }
}
