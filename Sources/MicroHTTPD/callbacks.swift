internal import CMicroHTTPD
import Platform

// The functions that libmicrohttpd calls. Ownership of an exchange lives in this file alone: it is
// retained at its birth in `uriCallback` and released in `completedCallback`. So does that of a
// connection's state, from its start to its end.

typealias LogCallback =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
  ) -> UnsafeMutableRawPointer?
typealias UnescapeCallback =
  @convention(c) (
    UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?
  ) -> Int
typealias CompletedCallback =
  @convention(c) (
    UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    MHD_RequestTerminationCode
  ) -> Void
typealias ConnectionCallback =
  @convention(c) (
    UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    MHD_ConnectionNotificationCode
  ) -> Void

private func core(_ context: UnsafeMutableRawPointer?) -> DaemonCore? {
  guard let context = unsafe context else { return nil }
  return unsafe Unmanaged<DaemonCore>.fromOpaque(context).takeUnretainedValue()
}

/// What is kept for a connection.
func state(of connection: OpaquePointer?) -> ConnectionState? {
  guard let connection = unsafe connection,
    let context = unsafe umhd_connection_context(connection)
  else { return nil }
  return unsafe Unmanaged<ConnectionState>.fromOpaque(context).takeUnretainedValue()
}

/// The only place that sees the raw request target; what it returns belongs to the exchange.
func uriCallback(
  _ context: UnsafeMutableRawPointer?, _ uri: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context, let uri = unsafe uri else { return nil }
  let count = unsafe strlen(uri)
  let target = unsafe Array(UnsafeRawBufferPointer(start: uri, count: count))
  let traits = unsafe Exchange.TargetTraits(rawValue: umhd_look_at(uri, count))
  // The library would parse the query into the connection's memory, for nobody, and where some 500
  // pairs have filled that, never answer. Behind this call it writes a NUL over the `?` itself; one
  // more behind it leaves nothing to parse.
  if traits.contains(.isSpecial), let mark = target.firstIndex(of: UInt8(ascii: "?")) {
    unsafe UnsafeMutablePointer(mutating: uri)[mark + 1] = 0
  }
  return unsafe Unmanaged<DaemonCore>.fromOpaque(context)._withUnsafeGuaranteedRef { core in
    let exchange = core.begin(target, traits)
    if let context = unsafe connection.flatMap({ unsafe umhd_connection_context($0) }) {
      unsafe Unmanaged<ConnectionState>.fromOpaque(context)._withUnsafeGuaranteedRef { state in
        if core.sidePorts.isUsed { exchange.side = state.side }
        _ = state.enter(.head)
      }
    }
    return unsafe Unmanaged.passRetained(exchange).toOpaque()
  }
}

/// The library found no descriptor for somebody who has connected.
func shortageCallback(_ context: UnsafeMutableRawPointer?) {
  guard let core = unsafe core(context) else { return }
  core.handler.ranShort(of: .descriptors(DescriptorReserve.limit))
}

/// Leaves a text as it is: targets are decoded by the router, after they are split.
func unescapeCallback(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ text: UnsafeMutablePointer<CChar>?
) -> Int {
  guard let text = unsafe text else { return 0 }
  return unsafe strlen(text)
}

/// Called after the head, for each piece of the body, at its end, and after each parking.
func accessCallback(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
  _ upload: UnsafePointer<CChar>?, _ uploadSize: UnsafeMutablePointer<Int>?,
  _ pointer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context = unsafe context, let connection = unsafe connection, let url = unsafe url,
    let method = unsafe method, let version = unsafe version, let uploadSize = unsafe uploadSize,
    let own = unsafe pointer?.pointee
  else { return .NO }
  // The library has both as long as it calls: no reference need be counted.
  return unsafe Unmanaged<DaemonCore>.fromOpaque(context)._withUnsafeGuaranteedRef { core in
    unsafe Unmanaged<Exchange>.fromOpaque(own)._withUnsafeGuaranteedRef { exchange in
      switch exchange.phase {
      case .fresh:
        return unsafe core.beginReading(
          exchange, connection, method: method, version: version,
          fault: fault(of: exchange.target, at: url, behind: method, before: version))
      case .reading where unsafe uploadSize.pointee > 0:
        let bytes = unsafe UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
        if exchange.intake != nil {
          return unsafe core.takeBody(exchange, bytes, leaving: &uploadSize.pointee)
        }
        unsafe uploadSize.pointee = 0
        return unsafe core.takeBody(exchange, bytes)
      case .reading: return core.respond(to: exchange)
      case .parked: return core.goOn(exchange)
      case .answered:
        // The rest of a body that nobody waits for.
        unsafe uploadSize.pointee = 0
        return .YES
      }
    }
  }
}

/// What is wrong with a request line, by where the library has put its parts.
///
/// They lie in the same line: the target one byte behind the end of the method, the version one byte
/// behind the end of a target that is whole; the library ends one at a NUL. Where they lie anywhere
/// else, nobody can tell.
private func fault(
  of target: [UInt8], at url: UnsafePointer<CChar>, behind method: UnsafePointer<CChar>,
  before version: UnsafePointer<CChar>
) -> Refusal? {
  let distance = Int(bitPattern: version) - Int(bitPattern: url) - target.count
  if (2..<65_536).contains(distance) { return .malformedTarget }
  let gap = unsafe Int(bitPattern: url) - Int(bitPattern: method) - strlen(method)
  return (2..<65_536).contains(gap) ? .malformedRequestLine : nil
}

func completedCallback(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ pointer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
  guard let context = unsafe context, let own = unsafe pointer?.pointee else { return }
  unsafe pointer?.pointee = nil
  let exchange = unsafe Unmanaged<Exchange>.fromOpaque(own).takeRetainedValue()
  unsafe Unmanaged<DaemonCore>.fromOpaque(context)._withUnsafeGuaranteedRef { core in
    let hasSent = exchange.state?.secure?.answered() ?? true
    if let state = exchange.state ?? (unsafe state(of: connection)), !state.enter(.waiting),
      !exchange.isReceived
    {
      exchange.ending = .failed
      // On record is what was sent, if anything.
      exchange.reply = state.isToldLate ? core.handler.refuse(.readTimeout) : nil
      if exchange.reply != nil { exchange.answeredAt = core.time.now }
    }
    if exchange.lingers, let connection = unsafe connection {
      unsafe core.linger(connection, of: exchange.sidePort)
    }
    core.end(exchange, ending(of: exchange, hasSent ? code : .REQUEST_TERMINATED_WITH_ERROR))
  }
}

private func ending(of exchange: Exchange, _ code: MHD_RequestTerminationCode) -> Ending {
  // Reset by its port, which looks from here as if the client had hung up.
  if exchange.isDropped, code != .REQUEST_TERMINATED_COMPLETED_OK,
    exchange.ending ?? .cancelled == .cancelled
  {
    return .dropped
  }
  if let ending = exchange.ending { return ending }
  switch code {
  case .REQUEST_TERMINATED_COMPLETED_OK:
    guard let cut = exchange.pendingCut else { return .completed }
    return exchange.breakOff(cut)
  case .REQUEST_TERMINATED_CLIENT_ABORT, .REQUEST_TERMINATED_READ_ERROR: return .cancelled
  case .REQUEST_TERMINATED_DAEMON_SHUTDOWN: return .dropped
  case .REQUEST_TERMINATED_WITH_ERROR:
    // Either the client was gone when its answer was sent, or with TLS at any time, or the library
    // could not read the request and answered by itself.
    let isGone = exchange.phase == .answered || exchange.state?.secure?.hasEnded == true
    return isGone ? .cancelled : .refused
  default: return .failed
  }
}

/// Counts connections, and gives each a state of its own.
func connectionCallback(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ pointer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
  unsafe connectionChanged(context, connection, pointer, code, isSecure: false)
}

/// The same for connections with TLS.
func secureConnectionCallback(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ pointer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
  unsafe connectionChanged(context, connection, pointer, code, isSecure: true)
}

private func connectionChanged(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ pointer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ code: MHD_ConnectionNotificationCode, isSecure: Bool
) {
  guard let core = unsafe core(context) else { return }
  let descriptor = unsafe connection.map { unsafe umhd_descriptor($0) } ?? -1
  if code == .CONNECTION_NOTIFY_STARTED {
    if unsafe core.isNobody(connection) { return }
    let state = ConnectionState()
    if core.sidePorts.isUsed, let connection = unsafe connection {
      state.side = unsafe core.sidePorts.begin(connection)
    }
    if isSecure, let connection = unsafe connection,
      let session = unsafe umhd_tls_session(connection),
      let handler = core.configuration.secure?.handler
    {
      state.secure = unsafe SecureConnection(connection, session, state, core, handler)
    }
    unsafe pointer?.pointee = Unmanaged.passRetained(state).toOpaque()
    core.connectionBegan(state, descriptor)
  } else {
    guard let context = unsafe pointer?.pointee else { return }
    let state = unsafe Unmanaged<ConnectionState>.fromOpaque(context).takeRetainedValue()
    // Before the library closes the descriptor, which then may belong to somebody else.
    if let side = state.side { side.port?.forget(side) }
    state.secure?.ended()
    unsafe pointer?.pointee = nil
    core.connectionEnded(descriptor)
  }
}
