internal import CMicroHTTPD
import Platform
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the library's callbacks work on; lives as long as the library's daemon.
@safe
final class DaemonCore: @unchecked Sendable {
  // Safety: the pointer to the library's daemon is written once, before its threads start to use it.

  let configuration: Daemon.Configuration
  let handler: any ExchangeHandler
  let parking: Parking
  let sidePorts: SidePorts
  let reading: ReadWatch
  /// What requests pass where the daemon may be handed over; nil where it may not.
  let gate: Gate?
  /// The requests that another process answers, once it is; nil where it may not be.
  let relays: Relays?
  /// Whether the library serves the listener that ``start(_:)`` was given, and closes it when it
  /// stops.
  private(set) var servesListener = false
  /// How many connections there may be at once.
  let maxConnections: Int
  /// How many more are told that they are too many once they have sent a request; those beyond are
  /// told at once.
  private let reserve: Int
  private let libraryLimit: Int
  let time: any TimeSource

  private(set) var library: OpaquePointer?
  /// The library's daemon for TLS; nil without.
  private(set) var secureLibrary: OpaquePointer?
  private let lastSeq = Atomic<UInt64>(0)
  private let openExchanges = Atomic<Int>(0)
  private let connections = Atomic<Int>(0)
  private let peakConnections = Atomic<Int>(0)
  private let isStopping = Atomic<Bool>(false)
  private let refused = Atomic<Int>(0)
  private let idle = Bell()
  /// When the workers are roused.
  let crowd: Crowd
  /// Whether they ever were.
  let isRousing = Atomic<Bool>(false)
  /// Whom the library tells that it found no descriptor; it is given back with this.
  private let shortage = UnsafeMutablePointer<umhd_shortage>.allocate(capacity: 1)
  private let methods: [[UInt8]] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
    .map { Array($0.utf8) }

  init(_ configuration: Daemon.Configuration, _ handler: any ExchangeHandler) throws(DaemonError) {
    self.configuration = configuration
    self.handler = handler
    time = configuration.time
    do {
      parking = try Parking(time: configuration.time, handler)
      relays = configuration.handsOver ? try Relays() : nil
    } catch {
      throw .system(call: error.call, reason: error.description)
    }
    gate = configuration.handsOver ? Gate() : nil
    sidePorts = SidePorts(parking)
    crowd = Crowd(parking.readiness)
    reading = ReadWatch(
      parking.readiness, timeout: configuration.readTimeout, idleTimeout: configuration.idleTimeout)
    // Descriptors that are not connections: files, listeners, the workers' own.
    let limit = DescriptorReserve.limit
    let others = min(64 + 8 * max(1, configuration.workers), limit / 2)
    libraryLimit = min(max(16, limit - others), 1 << 20)
    reserve = min(64, max(min(8, libraryLimit / 4), libraryLimit / 16))
    maxConnections = min(configuration.maxConnections ?? .max, libraryLimit - 2 * reserve)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe shortage.initialize(to: umhd_shortage(tell: shortageCallback, context: context))
  }

  deinit { unsafe shortage.deallocate() }

  var openExchangeCount: Int { openExchanges.load(ordering: .sequentiallyConsistent) }
  var connectionCount: Int { connections.load(ordering: .acquiring) }
  /// How many connections were refused because there was no room for them.
  var refusedCount: Int { refused.load(ordering: .relaxed) }

  // MARK: - The library's daemon

  /// Starts the library's daemon at a listener, and another for TLS, which has what we accept.
  ///
  /// - Parameter listener: a socket that listens; nil where there is none without TLS.
  /// - Throws: ``SystemError`` where the library does not start.
  func start(_ listener: Int32?) throws(SystemError) {
    if let listener {
      let isServed = gate == nil
      unsafe library = try startLibrary(at: isServed ? listener : nil, isSecure: false)
      servesListener = isServed
    }
    if configuration.secure != nil {
      unsafe secureLibrary = try startLibrary(at: nil, isSecure: true)
    }
  }

  /// Starts a daemon of the library's.
  ///
  /// - Parameters:
  ///   - listener: the socket of which it accepts; nil where it has what we accept.
  ///   - isSecure: whether it speaks TLS.
  /// - Returns: the daemon.
  /// - Throws: ``SystemError`` where the library does not start.
  private func startLibrary(
    at listener: Int32?, isSecure: Bool
  ) throws(SystemError) -> OpaquePointer {
    #if canImport(Darwin)
      var flags = MHD_USE_AUTO.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue
    #else
      var flags = MHD_USE_EPOLL.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue
    #endif
    flags |= MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_ITC.rawValue | MHD_USE_ERROR_LOG.rawValue
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let workers = max(1, configuration.workers)
    // Whole seconds, rounded up: zero would be for ever.
    let (seconds, attoseconds) = configuration.idleTimeout.components
    let idleSeconds = seconds + (attoseconds > 0 ? 1 : 0)
    var options: [MHD_OptionItem] = unsafe [
      MHD_OptionItem(
        option: .EXTERNAL_LOGGER, value: Int(bitPattern: umhd_listener_of_words()),
        ptr_value: shortage),
      item(.URI_LOG_CALLBACK, uriCallback as LogCallback, context),
      item(.UNESCAPE_CALLBACK, unescapeCallback as UnescapeCallback, context),
      item(.NOTIFY_COMPLETED, completedCallback as CompletedCallback, context),
      item(
        .NOTIFY_CONNECTION,
        isSecure
          ? secureConnectionCallback as ConnectionCallback
          : connectionCallback as ConnectionCallback, context),
      MHD_OptionItem(
        option: .CONNECTION_MEMORY_LIMIT, value: umhd_connection_memory(), ptr_value: nil),
      // Ours lies below it: at this one the library would leave clients without an answer.
      MHD_OptionItem(option: .CONNECTION_LIMIT, value: libraryLimit, ptr_value: nil),
      MHD_OptionItem(
        option: .CONNECTION_TIMEOUT, value: Int(idleSeconds), ptr_value: nil),
    ]
    if let listener {
      unsafe options.append(
        MHD_OptionItem(option: .LISTEN_SOCKET, value: Int(listener), ptr_value: nil))
    } else {
      flags |= MHD_USE_NO_LISTEN_SOCKET.rawValue
    }
    if isSecure {
      flags |= MHD_USE_TLS.rawValue
      // Without credentials it does not start; each connection gets those that are meant for it.
      unsafe options.append(
        MHD_OptionItem(
          option: .HTTPS_CERT_CALLBACK, value: 0, ptr_value: umhd_no_certificate()))
    }
    if workers > 1 {
      unsafe options.append(
        MHD_OptionItem(option: .THREAD_POOL_SIZE, value: workers, ptr_value: nil))
    }
    unsafe options.append(MHD_OptionItem(option: .END, value: 0, ptr_value: nil))
    guard let library = unsafe umhd_start(flags, accessCallback, context, options) else {
      throw .last("MHD_start_daemon")
    }
    return unsafe library
  }

  /// Stops accepting.
  ///
  /// - Parameter listener: the listener that ``start(_:)`` was given.
  /// - Returns: whether its descriptor is the caller's from now on; else it is closed with the
  ///   library's daemon.
  func quiesce(_ listener: Int32?) -> Bool {
    isStopping.store(true, ordering: .sequentiallyConsistent)
    guard servesListener, let listener, let library = unsafe library else { return true }
    return unsafe umhd_stop_listening(library, listener) != 0
  }

  func stopLibrary() {
    if let running = unsafe library {
      unsafe library = nil
      unsafe MHD_stop_daemon(running)
    }
    if let running = unsafe secureLibrary {
      unsafe secureLibrary = nil
      unsafe MHD_stop_daemon(running)
    }
  }

  func waitUntilIdle(_ grace: Duration) {
    let time = SystemTime()
    let end = time.now + grace
    while openExchangeCount > 0 {
      let now = time.now
      guard now < end, idle.wait(for: end - now) else { return }
    }
  }

  // MARK: - Births and deaths

  func begin(_ target: [UInt8], _ traits: Exchange.TargetTraits) -> Exchange {
    openExchanges.add(1, ordering: .relaxed)
    let seq = lastSeq.add(1, ordering: .relaxed).newValue
    return Exchange(seq: seq, target: target, traits: traits, now: time.now, parking: parking)
  }

  func end(_ exchange: Exchange, _ ending: Ending) {
    unsafe exchange.connection = nil
    exchange.stopWork?()
    exchange.stopWork = nil
    // Whoever answers it knows how it ends.
    if !exchange.isRelayed { handler.ended(exchange, ending) }
    // In one order with quiesce() and waitUntilIdle(_:), or the last one might not be noticed.
    let left = openExchanges.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left == 0, isStopping.load(ordering: .sequentiallyConsistent) { idle.notify() }
  }

  /// Reads a connection to its end once the library has closed it.
  func linger(_ connection: OpaquePointer, of port: SidePort?) {
    let descriptor = unsafe umhd_keep(umhd_descriptor(connection))
    guard descriptor >= 0 else { return }
    if descriptor < DescriptorReserve.firstForNobody {
      parking.lingering.add(descriptor, of: port)
    } else {
      umhd_discard(descriptor)
    }
  }

  func connectionBegan(_ connection: ConnectionState, _ descriptor: Int32) {
    let count = connections.add(1, ordering: .relaxed).newValue
    peakConnections.max(count, ordering: .relaxed)
    if count == Crowd.size { crowd.gathered() }
    let isScarce = descriptor >= DescriptorReserve.firstForFiles
    if count > maxConnections || isScarce { connection.isExcess.store(true, ordering: .relaxed) }
    reading.add(connection, descriptor)
    guard count > maxConnections + reserve || isScarce else { return }
    refuseConnection(
      isScarce ? .descriptors(DescriptorReserve.limit) : .connections(maxConnections))
    // Too many to wait for what they ask; with TLS, it would take a handshake to tell them.
    if connection.secure == nil { sayTooMany(to: descriptor) }
    umhd_close(descriptor)
  }

  /// Counts a connection that there is no room for, and tells of it.
  func refuseConnection(_ shortage: Shortage) {
    refused.add(1, ordering: .relaxed)
    handler.ranShort(of: shortage)
  }

  /// What a client is told whose connection is ended for something, which is counted.
  func endingMessage(for refusal: Refusal) -> [UInt8]? {
    if refusal == .tooManyConnections { refuseConnection(.connections(maxConnections)) }
    return handler.refuse(refusal)?.message(now: .now)
  }

  /// Answers a client before it has asked anything.
  func sayTooMany(to descriptor: Int32) {
    guard let message = handler.refuse(.tooManyConnections)?.message(now: .now) else { return }
    _ = unsafe message.withUnsafeBytes {
      unsafe umhd_send(descriptor, $0.baseAddress, $0.count)
    }
  }

  func connectionEnded(_ descriptor: Int32) {
    reading.remove(descriptor)
    let left = connections.subtract(1, ordering: .relaxed).newValue
    // A crowd has gone: what it needed goes back to the system, once.
    let peak = peakConnections.load(ordering: .relaxed)
    guard peak >= 256, left * 32 <= peak else { return }
    let (isOurs, _) = peakConnections.compareExchange(
      expected: peak, desired: left, ordering: .relaxed)
    if isOurs { parking.returnFreeMemory() }
  }

  /// Whether a method is one of those that are shared.
  func isUsual(_ method: [UInt8]) -> Bool { methods.contains(method) }

  /// The method's bytes, shared where the method is a usual one.
  func method(_ name: UnsafePointer<CChar>) -> [UInt8] {
    let length = unsafe strlen(name)
    let bytes = unsafe UnsafeRawBufferPointer(start: name, count: length)
    for method in methods where unsafe method.elementsEqual(bytes) { return method }
    return unsafe Array(bytes)
  }
}

private func item<Callback>(
  _ option: MHD_OPTION, _ callback: Callback, _ context: UnsafeMutableRawPointer
) -> MHD_OptionItem {
  // The library takes a callback as a number and its context as the pointer beside it.
  unsafe MHD_OptionItem(
    option: option, value: unsafeBitCast(callback, to: Int.self), ptr_value: context)
}
