internal import CMicroHTTPD
import Platform

/// The requests that another process answers, and the thread that brings their answers back.
final class Relays: Sendable {
  private let readiness: Readiness
  private let state = Lock(State())
  /// Sends the requests: a long body takes as long as the other process reads it.
  private let senders = ThreadPool(limit: 64)

  private struct State {
    var relays: [UInt64: Relay] = [:]
    var lastNumber: UInt64 = 0
    var thread: WorkerThread?
    var hasStopped = false
  }

  /// How long a client that takes its time is left alone.
  private static let rest: Int32 = 5

  init() throws(SystemError) {
    readiness = try Readiness()
  }

  /// Has a parked exchange answered by another process.
  ///
  /// - Parameters:
  ///   - exchange: the exchange, which is released once its answer is over.
  ///   - request: its bytes.
  ///   - client: a descriptor of its connection, which is closed in the end.
  /// - Returns: what ends it earlier.
  func begin(
    _ exchange: Exchange, _ request: [UInt8], client: Int32
  ) -> @Sendable () -> Void {
    let relay = state.withLock { state in
      state.lastNumber += 1
      let relay = Relay(state.lastNumber, exchange, client: client, readiness)
      state.relays[state.lastNumber] = relay
      if state.thread == nil, !state.hasStopped {
        state.thread = try? WorkerThread { [self] in run() }
      }
      return (state.lastNumber, relay)
    }
    senders.run { relay.1.begin(request) }
    return { [self] in
      relay.1.cancel()
      state.withLock { $0.relays[relay.0] = nil }
    }
  }

  /// Ends the thread.
  func stop() {
    let thread = state.withLock { state in
      state.hasStopped = true
      return state.thread.take()
    }
    readiness.wake()
    thread?.join()
  }

  private func run() {
    var stalled: Set<UInt64> = []
    while !state.withLock({ $0.hasStopped }) {
      let ready = readiness.wait(milliseconds: stalled.isEmpty ? nil : Self.rest)
      for number in stalled.union(ready) where number != Readiness.wakeNumber {
        stalled.remove(number)
        guard let relay = state.withLock({ $0.relays[number] }) else { continue }
        switch relay.goOn() {
        case .waiting, .gone: break
        case .stalled: stalled.insert(number)
        case .over(let action): relay.finish(action)
        }
      }
    }
  }
}
