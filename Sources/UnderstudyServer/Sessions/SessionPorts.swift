import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// The ports of their own that sessions have.
final class SessionPorts: Sendable {
  /// From which a port is taken; nil is any that is free.
  private let range: ClosedRange<Int>?
  private let state = Lock(State())

  private struct State {
    weak var daemon: Daemon?
    var addresses: [Address] = []
    var secureAddresses: [Address] = []
    var byPort: [Int: Entry] = [:]
    var portsByID: [SessionID: Pair] = [:]
  }

  /// The ports of one session, each nil where the daemon does not speak like that.
  struct Pair: Sendable {
    var plain: Int?
    var secure: Int?
    var all: [Int] { [plain, secure].compactMap(\.self) }
  }

  private struct Entry {
    var session: Session
    var port: SidePort
  }

  init(range: ClosedRange<Int>? = nil) {
    self.range = range
  }

  /// Says whose ports they are; called once the daemon serves.
  func open(on daemon: Daemon) {
    state.withLock { state in
      state.daemon = daemon
      state.addresses = daemon.addresses
      state.secureAddresses = daemon.secureAddresses
    }
  }

  /// The session whose port a request came to; nil where it came to the daemon's own.
  ///
  /// - Throws: ``Problem`` where the session has ended meanwhile: what is on its way by its port is
  ///   not the base's, nor that of a session that has the port's number now.
  func session(of exchange: Exchange) throws(Problem) -> Session? {
    guard let port = exchange.sidePort else { return nil }
    let entry = state.withLock { $0.byPort[port.port] }
    guard let entry, entry.port === port else {
      throw Problem(
        404, .unknownSession,
        "The session of port \(port.port) has ended. POST \(AdminPath.sessions) begins one.")
    }
    return entry.session
  }

  /// The session of a port; nil where it has ended.
  func session(of port: SidePort) -> Session? {
    state.withLock { $0.byPort[port.port] }.flatMap { $0.port === port ? $0.session : nil }
  }

  /// The ports of a session; none where it has none.
  func ports(of session: Session) -> Pair {
    state.withLock { $0.portsByID[session.id] } ?? Pair()
  }

  /// Opens a port for a session, and one for TLS where the daemon speaks that.
  ///
  /// - Throws: ``Problem`` where none is to be had; it has none at all then.
  func open(for session: Session) throws(Problem) {
    let (addresses, secureAddresses) = state.withLock { ($0.addresses, $0.secureAddresses) }
    do throws(Problem) {
      if !addresses.isEmpty || secureAddresses.isEmpty {
        try open(for: session, addresses, isSecure: false)
      }
      if !secureAddresses.isEmpty { try open(for: session, secureAddresses, isSecure: true) }
    } catch {
      close(session)
      throw error
    }
    if session.hasEnded { close(session) }
    adapt(to: session.world)
  }

  private func open(
    for session: Session, _ addresses: [Address], isSecure: Bool
  ) throws(Problem) {
    let (daemon, taken) = state.withLock { ($0.daemon, Set($0.byPort.keys)) }
    guard let daemon else {
      throw Problem(
        503, .portsExhausted,
        "No port is to be had for the session: the daemon does not serve yet. Ask again.")
    }
    var failure: DaemonError?
    for number in range.map(Array.init) ?? [0] where !taken.contains(number) {
      let wanted = addresses.map { address in
        var address = address
        address.port = number
        return address
      }
      do throws(DaemonError) {
        let port = try daemon.openPort(wanted, isSecure: isSecure)
        add(port, of: session, isSecure: isSecure)
        return
      } catch {
        failure = error
      }
    }
    throw exhausted(failure)
  }

  /// Goes on with the ports of a session that another process had, at their sockets.
  ///
  /// - Returns: what could not be had, as a person reads it.
  func take(_ session: Session, _ sockets: [Int32], secure: [Int32]) -> [String] {
    guard let daemon = state.withLock({ $0.daemon }) else { return [] }
    var notices: [String] = []
    for (sockets, isSecure) in [(sockets, false), (secure, true)] where !sockets.isEmpty {
      do throws(DaemonError) {
        _ = try daemon.takePort(
          sockets, isSecure: isSecure, isRefusing: session.world.current.refusesConnections
        ) { port in add(port, of: session, isSecure: isSecure) }
      } catch {
        discard(isSecure: isSecure, of: session)
        notices.append("The port of session '\(session.text)' is lost: \(error).")
      }
    }
    if session.hasEnded { close(session) }
    adapt(to: session.world)
    return notices
  }

  private func add(_ port: SidePort, of session: Session, isSecure: Bool) {
    state.withLock { state in
      state.byPort[port.port] = Entry(session: session, port: port)
      if isSecure {
        state.portsByID[session.id, default: Pair()].secure = port.port
      } else {
        state.portsByID[session.id, default: Pair()].plain = port.port
      }
    }
  }

  private func discard(isSecure: Bool, of session: Session) {
    state.withLock { state in
      let ports = state.portsByID[session.id]
      guard let port = isSecure ? ports?.secure : ports?.plain else { return }
      state.byPort[port] = nil
      if isSecure {
        state.portsByID[session.id]?.secure = nil
      } else {
        state.portsByID[session.id]?.plain = nil
      }
    }
  }

  /// The sockets of a session's ports, without TLS and with it; they stay the ports'.
  func sockets(of session: Session) -> (plain: [Int32], secure: [Int32]) {
    let ports = state.withLock { state in
      (state.portsByID[session.id]?.all ?? []).compactMap { state.byPort[$0]?.port }
    }
    func sockets(_ isSecure: Bool) -> [Int32] {
      ports.filter { $0.isSecure == isSecure }.flatMap { $0.sockets.map(\.descriptor) }
    }
    return (sockets(false), sockets(true))
  }

  /// Gives the ports of a session up, and resets their connections.
  func close(_ session: Session) {
    let entries = state.withLock { state in
      (state.portsByID.removeValue(forKey: session.id)?.all ?? []).compactMap {
        state.byPort.removeValue(forKey: $0)
      }
    }
    for entry in entries { entry.port.close() }
  }

  /// Refuses connections where a session's choice for all is to be offline; else accepts them.
  func adapt(to world: World) {
    guard let id = world.book.sessionID else { return }
    state.withLock { state in
      // Under the lock: of two changes, the later is seen last.
      for port in state.portsByID[id]?.all.compactMap({ state.byPort[$0]?.port }) ?? [] {
        if world.current.refusesConnections { port.refuse() } else { port.accept() }
      }
    }
  }

  private func exhausted(_ failure: DaemonError?) -> Problem {
    if case .system(let call, let reason)? = failure {
      return Problem(
        503, .portsExhausted,
        "No port is to be had for the session: \(call) failed, \(reason). End sessions that have one."
      )
    }
    let ports =
      range.map {
        "All ports of sessions (--session-ports \($0.lowerBound)-\($0.upperBound)) are taken"
      } ?? "No port is free on this machine"
    return Problem(
      503, .portsExhausted, "\(ports): end a session that has one, or let more be used.")
  }
}
