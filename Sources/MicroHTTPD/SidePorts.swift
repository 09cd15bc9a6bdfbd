internal import CMicroHTTPD
import Platform
import Synchronization

/// The further ports that a daemon has open.
final class SidePorts: Sendable {
  let parking: Parking

  private let hasBeenUsed = Atomic<Bool>(false)
  private let state = Lock(State())

  private struct State {
    var ports: [UInt64: SidePort] = [:]
    var lastNumber: UInt64 = 0
    var isStopped = false
    var limitsSegments = false
  }

  init(_ parking: Parking) {
    self.parking = parking
  }

  /// Whether there has ever been one: without, a connection need not be asked for its port.
  var isUsed: Bool { hasBeenUsed.load(ordering: .acquiring) }

  /// All that are open.
  var all: [SidePort] { state.withLock { Array($0.ports.values) } }

  func open(_ addresses: [Address], isSecure: Bool) throws(DaemonError) -> SidePort {
    precondition(!addresses.isEmpty, "a port without an address")
    let (listeners, missing) = try Listener.all(addresses, Listener.keepingPort)
    return try begin(listeners, missing: missing, isSecure: isSecure, isRefusing: false) { _ in }
  }

  /// Opens a port at sockets that another process has bound; whoever asks for it is told of it before
  /// the first of its connections, which may be waiting already.
  func take(
    _ sockets: [Int32], isSecure: Bool, isRefusing: Bool, whenMade: (SidePort) -> Void
  ) throws(DaemonError) -> SidePort {
    precondition(!sockets.isEmpty, "a port without a socket")
    let (listeners, _) = try Listener.all([], inheriting: sockets)
    return try begin(listeners, missing: [], isSecure: isSecure, isRefusing: isRefusing, whenMade)
  }

  private func begin(
    _ listeners: [Listener], missing: [Address], isSecure: Bool, isRefusing: Bool,
    _ whenMade: (SidePort) -> Void
  ) throws(DaemonError) -> SidePort {
    if state.withLock({ $0.limitsSegments }) {
      for listener in listeners { listener.limitSegments() }
    }
    let port: SidePort? = state.withLock { state in
      guard !state.isStopped else { return nil }
      state.lastNumber += 1
      let port = SidePort(
        number: state.lastNumber, listeners, missing: missing, isSecure: isSecure,
        isRefusing: isRefusing, self)
      state.ports[state.lastNumber] = port
      return port
    }
    guard let port else {
      for listener in listeners { listener.close() }
      throw .system(call: "listen", reason: "the daemon has stopped")
    }
    hasBeenUsed.store(true, ordering: .releasing)
    whenMade(port)
    if isRefusing { return port }
    do throws(DaemonError) {
      try port.listen()
    } catch {
      port.close()
      throw error
    }
    return port
  }

  /// Has clients of all ports, those to come too, send short segments.
  func limitSegments() {
    let ports = state.withLock { state in
      state.limitsSegments = true
      return Array(state.ports.values)
    }
    for port in ports { port.limitSegments() }
  }

  func forget(_ port: SidePort) {
    state.withLock { $0.ports[port.number] = nil }
  }

  /// What belongs to a connection that begins; nil where it came by the daemon's own addresses.
  func begin(_ connection: OpaquePointer) -> SideConnection? {
    let ticket = unsafe umhd_ticket_of(connection)
    guard ticket.port != 0 else { return nil }
    let descriptor = unsafe umhd_descriptor(connection)
    guard let port = state.withLock({ $0.ports[ticket.port] }) else {
      let stray = SideConnection(descriptor, of: nil)
      stray.drop()
      return stray
    }
    return port.begin(descriptor, round: ticket.round)
  }

  /// Closes all as the daemon stops, and opens no more.
  func stop() {
    let ports = state.withLock { state in
      state.isStopped = true
      defer { state.ports = [:] }
      return state.ports
    }
    for port in ports.values { port.stop() }
  }
}
