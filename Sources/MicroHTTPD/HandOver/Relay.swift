internal import CMicroHTTPD
import Platform

/// A request that another process answers: its bytes go there, and those of the answer come back as
/// they are.
///
/// Both processes accept at the same address, so that where the request goes is where it came to. It
/// asks for the end of its connection behind the answer: the client's next one is the other's from
/// the start.
final class Relay: Sendable {
  private let number: UInt64
  private let exchange: Exchange
  private let readiness: Readiness
  private let state: Lock<State>

  private struct State {
    var phase = Phase.connecting
    /// Our own descriptor of the client's connection.
    let client: Int32
    /// The connection to the other process; -1 before it is there.
    var server: Int32 = -1
    /// What the client's socket has not taken yet.
    var unsent: [UInt8] = []
    /// Whether the answer is over, and its last bytes are still to be sent.
    var hasEnded = false
  }

  private enum Phase {
    case connecting, reading, over
  }

  /// What came of a look at the answer.
  enum Progress: Sendable {
    /// There is more to come.
    case waiting
    /// The client takes its time: look again in a while.
    case stalled
    /// It is over, with this.
    case over(Action)
    /// Nobody waits for it any more.
    case gone
  }

  /// Takes a descriptor of the client's connection over.
  init(_ number: UInt64, _ exchange: Exchange, client: Int32, _ readiness: Readiness) {
    self.number = number
    self.exchange = exchange
    self.readiness = readiness
    state = Lock(State(client: client))
  }

  /// Connects, sends the request and has the answer watched; waits as long as that takes.
  func begin(_ request: [UInt8]) {
    let server = umhd_connect_alike(state.withLock { $0.client })
    let isWanted = state.withLock { state in
      if state.phase == .connecting, server >= 0 { state.server = server }
      return state.phase == .connecting
    }
    if isWanted, server >= 0 {
      // One that is answered before it was read to its end has its answer all the same.
      _ = unsafe request.withUnsafeBytes { unsafe umhd_send_all(server, $0.baseAddress, $0.count) }
    }
    let isRefused = state.withLock { state in
      if state.phase == .connecting, server >= 0,
        (try? readiness.add(server, .readable, number: number)) != nil
      {
        state.phase = .reading
        return false
      }
      let isRefused = state.phase == .connecting
      state.phase = .over
      if server >= 0 { umhd_discard(server) }
      umhd_discard(state.client)
      return isRefused
    }
    if isRefused { exchange.release(.reset) }
  }

  /// Sends on what has come; called on the thread that watches.
  func goOn() -> Progress {
    state.withLock { state in
      guard state.phase == .reading else { return .gone }
      while true {
        if !state.unsent.isEmpty {
          let unsent = state.unsent
          let count = unsafe unsent.withUnsafeBytes {
            unsafe umhd_send(state.client, $0.baseAddress, $0.count)
          }
          guard count >= 0 else { return end(&state, .close) }
          state.unsent.removeFirst(count)
          guard state.unsent.isEmpty else {
            // Its thread must not be told again and again of what cannot be sent on.
            readiness.remove(state.server)
            return .stalled
          }
        }
        if state.hasEnded { return end(&state, .close) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe buffer.withUnsafeMutableBytes {
          unsafe umhd_receive(state.server, $0.baseAddress, $0.count)
        }
        switch count {
        case 0: state.hasEnded = true
        case 1...: state.unsent = Array(buffer.prefix(count))
        case -2:
          try? readiness.add(state.server, .readable, number: number)
          return .waiting
        // What the other process has reset is reset here.
        default: return end(&state, .reset)
        }
      }
    }
  }

  /// Ends it: its client has gone, or nobody waits for it any more; from any thread.
  func cancel() {
    state.withLock { state in
      switch state.phase {
      case .connecting:
        // Whoever is about to send closes both.
        state.phase = .over
        if state.server >= 0 { umhd_close(state.server) }
      case .reading: _ = end(&state, .close)
      case .over: break
      }
    }
  }

  /// Hands the exchange back to its worker.
  func finish(_ action: Action) { exchange.release(action) }

  private func end(_ state: inout State, _ action: Action) -> Progress {
    state.phase = .over
    readiness.remove(state.server)
    umhd_discard(state.server)
    umhd_discard(state.client)
    return .over(action)
  }
}
