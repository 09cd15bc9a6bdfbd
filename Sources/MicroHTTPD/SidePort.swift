internal import CMicroHTTPD
import Platform

/// A further port of a daemon, which opens, refuses and closes while the daemon runs.
///
/// ```swift
/// let port = try daemon.openPort(Address.loopback(port: 0))
/// port.refuse()  // offline: connections are refused, and those that are open were reset
/// port.accept()  // back again, at the same number
/// port.close()
/// ```
///
/// Every call may be made from any thread, in any order, again, and after the daemon has stopped,
/// which closes all of its ports. A port that nobody keeps stays open until then.
public final class SidePort: Sendable {
  /// The port of all its addresses.
  public let port: Int
  /// The addresses that it has, with the real port.
  public let addresses: [Address]
  /// The addresses that the machine does not have, where the port may go without them.
  public let missingAddresses: [Address]
  /// Whether it speaks TLS.
  public let isSecure: Bool

  /// A number that no other port of the daemon has, 0 neither.
  let number: UInt64

  private let ports: SidePorts
  private let state: Lock<State>

  private struct State {
    var phase = Phase.accepting
    var doors: [Door]
    /// How often it has refused: who was accepted in an earlier round is not wanted any more.
    var round: UInt64 = 0
    /// Whether it accepts nobody for a while, and the system goes on to take connections.
    var isPaused = false
    /// The connections whose descriptors the library has not closed yet.
    var connections: [Int32: SideConnection] = [:]
  }

  private enum Phase {
    case accepting, refusing, closed
  }

  private struct Door {
    var listener: Listener
    /// Its number in the parking lot; nil while nobody watches it.
    var entrance: UInt64?
  }

  init(
    number: UInt64, _ listeners: [Listener], missing: [Address], isSecure: Bool,
    isRefusing: Bool = false, _ ports: SidePorts
  ) {
    self.number = number
    self.isSecure = isSecure
    self.ports = ports
    port = listeners.first?.address.port ?? 0
    addresses = listeners.map(\.address)
    missingAddresses = missing
    state = Lock(
      State(
        phase: isRefusing ? .refusing : .accepting, doors: listeners.map { Door(listener: $0) }))
  }

  /// Refuses connections from now on, and resets those that are open.
  ///
  /// Whoever connects is refused by the system (`ECONNREFUSED`). Exchanges that are parked, read or
  /// answered end as ``Ending/dropped``. No other program can take the port meanwhile.
  public func refuse() {
    let isClosed = state.withLock { state in
      guard state.phase != .closed else { return true }
      guard state.phase == .accepting else { return false }
      state.phase = .refusing
      reset(&state)
      return false
    }
    if !isClosed { resetRest() }
  }

  /// Listens again on the same port; does nothing where it listens, or is closed.
  ///
  /// - Returns: whether all addresses accept connections now.
  @discardableResult
  public func accept() -> Bool {
    do throws(DaemonError) {
      try listen()
      return true
    } catch {
      return false
    }
  }

  /// Refuses connections, resets those that are open, and gives the port up.
  public func close() {
    let isFirst = state.withLock { state in
      guard state.phase != .closed else { return false }
      reset(&state)
      close(&state)
      return true
    }
    guard isFirst else { return }
    ports.forget(self)
    resetRest()
  }
}

// MARK: - What the daemon does with it

extension SidePort {
  /// Listens at all addresses, and accepts by them.
  func listen() throws(DaemonError) {
    try state.withLock { state throws(DaemonError) in
      guard state.phase != .closed else {
        throw .system(call: "listen", reason: "the port is closed")
      }
      state.phase = .accepting
      if state.isPaused { return }
      var failure: DaemonError?
      for index in state.doors.indices where state.doors[index].entrance == nil {
        do throws(DaemonError) {
          state.doors[index].entrance = try open(state.doors[index].listener)
        } catch {
          failure = failure ?? error
        }
      }
      if let failure { throw failure }
    }
  }

  /// Has clients that connect from now on send short segments.
  func limitSegments() {
    state.withLock { state in
      for door in state.doors { door.listener.limitSegments() }
    }
  }

  private func open(_ listener: Listener) throws(DaemonError) -> UInt64 {
    try listener.wake()
    do throws(SystemError) {
      return try ports.parking.listen(on: listener.descriptor, of: self, isSecure: isSecure)
    } catch {
      throw .system(call: error.call, reason: error.description)
    }
  }

  /// Closes it as its daemon stops: connections live on, for answers under way.
  func stop() {
    state.withLock { state in
      if state.phase != .closed { close(&state) }
    }
  }

  /// Accepts nobody until ``goOn()``; connections wait in the system meanwhile.
  func pause() {
    state.withLock { state in
      state.isPaused = true
      for index in state.doors.indices { ignore(&state.doors[index]) }
    }
  }

  /// Accepts again after ``pause()``, where it did before.
  func goOn() {
    let accepts = state.withLock { state in
      state.isPaused = false
      return state.phase == .accepting
    }
    if accepts { accept() }
  }

  /// Closes its sockets, which others have too, after ``pause()``; connections live on.
  func giveUp() {
    state.withLock { state in
      for door in state.doors { door.listener.close() }
      state.doors = []
    }
  }

  /// Its sockets, which stay its own.
  package var sockets: [ListeningSocket] {
    state.withLock { $0.doors.map(\.listener.listeningSocket) }
  }

  /// Runs a closure that accepts one connection, while nobody can make the port refuse.
  ///
  /// - Returns: nil where the port does not accept by this entrance (any more).
  func admit<Answer: Sendable>(at entrance: UInt64, _ accept: (umhd_ticket) -> Answer) -> Answer? {
    state.withLock { state in
      guard state.phase == .accepting, state.doors.contains(where: { $0.entrance == entrance })
      else { return nil }
      return accept(umhd_ticket(port: number, round: state.round))
    }
  }

  /// A connection begins, on its worker.
  ///
  /// It is reset where the port has refused since it was accepted.
  func begin(_ descriptor: Int32, round: UInt64) -> SideConnection {
    let connection = SideConnection(descriptor, of: self)
    let isWanted = state.withLock { state in
      guard state.phase == .accepting, state.round == round else { return false }
      state.connections[descriptor] = connection
      return true
    }
    if !isWanted { connection.drop() }
    return connection
  }

  /// A connection ends, on its worker; its descriptor is still open.
  func forget(_ connection: SideConnection) {
    state.withLock { state in
      guard state.connections[connection.descriptor] === connection else { return }
      state.connections[connection.descriptor] = nil
    }
  }

  /// Stops listening, and resets what the library has.
  ///
  /// Under the lock: there no descriptor is closed, and none begins that would be forgotten.
  private func reset(_ state: inout State) {
    state.round += 1
    for index in state.doors.indices {
      ignore(&state.doors[index])
      state.doors[index].listener.rest()
    }
    for connection in state.connections.values { connection.drop() }
  }

  /// Hands back to their workers what is suspended, and ends what is only read to its end.
  private func resetRest() {
    ports.parking.dropAll(of: self)
    ports.parking.lingering.reset(of: self)
  }

  private func close(_ state: inout State) {
    state.phase = .closed
    for index in state.doors.indices {
      ignore(&state.doors[index])
      state.doors[index].listener.close()
    }
    state.doors = []
  }

  private func ignore(_ door: inout Door) {
    guard let entrance = door.entrance else { return }
    door.entrance = nil
    ports.parking.ignore(entrance)
  }
}
