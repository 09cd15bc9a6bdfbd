public import Platform

/// An HTTP/1.1 server over libmicrohttpd that knows nothing of mocks.
///
/// A pool of workers, each with an epoll of its own, and one further thread for what is parked.
/// It serves as soon as it is made: make the handler ready first.
///
/// ```swift
/// let daemon = try Daemon(Daemon.Configuration(addresses: Address.loopback(port: 0)), handler: handler)
/// print(daemon.port)
/// daemon.stop(grace: .seconds(2))
/// ```
public final class Daemon: Sendable {
  let core: DaemonCore
  let listeners: [Listener]
  let secureListeners: [Listener]
  /// The numbers of those listeners in the parking lot that it accepts for.
  let entrances: [UInt64]
  /// Whether others have its listeners, and it has closed them.
  let hasGivenUp = Lock(false)
  private let parkingThread: WorkerThread
  private let hasStopped = Lock(false)

  /// The addresses that the machine does not have, where the daemon may go without them.
  public let missingAddresses: [Address]

  /// How a daemon serves.
  public struct Configuration: Sendable {
    /// Where it listens; the first address is the fastest.
    public var addresses: [Address]
    /// Where it speaks TLS; nil where it does not, and then there must be ``addresses``.
    package var secure: Secure?
    /// How many threads answer; where it speaks TLS, as many more for that.
    public var workers = 1
    /// The longest body that is read, in bytes.
    public var maxBody = 64 * 1024 * 1024
    /// The longest header block that is read, in bytes.
    public var maxHeaderBlock = 16 * 1024
    /// The longest request target that is read, in bytes; RFC 9112, 3 asks for 8000 at least.
    public var maxTarget = 16 * 1024
    /// How long a connection may be silent, parked ones aside; zero is for ever.
    public var idleTimeout: Duration = .seconds(60)
    /// How long the rest of a head may take once its first line has come, and a body that stands still
    /// or drips.
    ///
    /// Zero is for ever. What is parked is not meant.
    public var readTimeout: Duration = .seconds(30)
    /// How many connections there may be; further ones are refused with 503.
    ///
    /// Nil is as many as the process may have descriptors for.
    public var maxConnections: Int?
    /// How long a request is held before its connection is closed; nil is for ever.
    public var maxHold: Duration?
    /// Whether it may be handed over to another process; its connections cost a little more then.
    package var handsOver = false
    /// Bound sockets in the place of ``addresses``; empty where it binds them itself.
    package var inherited: [Int32] = []
    /// The same in the place of those with TLS.
    package var inheritedSecure: [Int32] = []
    /// The clock of delays.
    public var time: any TimeSource = SystemTime()
    /// What is done when everything is made, before the first connection is accepted.
    package var whenMade: @Sendable () -> Void = {}

    /// The defaults at some addresses.
    public init(addresses: [Address]) {
      self.addresses = addresses
    }
  }

  /// Binds and serves.
  ///
  /// - Throws: ``DaemonError`` where an address cannot be had.
  public init(
    _ configuration: Configuration, handler: any ExchangeHandler
  ) throws(DaemonError) {
    core = try DaemonCore(configuration, handler)
    let (listeners, missing) = try Listener.all(
      configuration.addresses, inheriting: configuration.inherited)
    self.listeners = listeners
    do throws(DaemonError) {
      let (listeners, missingToo) = try Listener.all(
        configuration.secure?.addresses ?? [], inheriting: configuration.inheritedSecure)
      secureListeners = listeners
      missingAddresses =
        missing + missingToo.filter { new in !missing.contains { $0.host == new.host } }
    } catch {
      for listener in listeners { listener.close() }
      throw error
    }
    configuration.whenMade()
    do {
      try core.start(listeners.first?.descriptor)
      var entrances: [UInt64] = []
      for listener in listeners.dropFirst(core.servesListener ? 1 : 0) {
        entrances.append(try core.parking.listen(on: listener.descriptor))
      }
      for listener in secureListeners {
        entrances.append(try core.parking.listen(on: listener.descriptor, isSecure: true))
      }
      self.entrances = entrances
      parkingThread = try WorkerThread { [core] in
        core.parking.run(
          watching: core.reading, rousing: core.crowd,
          Parking.Duties(
            tell: { core.endingMessage(for: $0) },
            hasRoom: { core.connectionCount <= core.maxConnections },
            accept: { core.accept(at: $0) }, count: { core.connectionCount },
            rouse: { core.rouseWorkers() }))
      }
    } catch {
      core.parking.stop()
      // The library closes the listener that it serves.
      let isFirstServed = core.servesListener
      core.stopLibrary()
      for listener in listeners.dropFirst(isFirstServed ? 1 : 0) + secureListeners {
        listener.close()
      }
      throw .system(call: error.call, reason: error.description)
    }
  }

  /// The port of all addresses.
  public var port: Int { listeners.first?.address.port ?? 0 }
  /// The addresses that are listened on, with the real port.
  public var addresses: [Address] { listeners.map(\.address) }
  /// The port of all addresses with TLS; nil where there are none.
  public var securePort: Int? { secureListeners.first?.address.port }
  /// The addresses that are listened on for TLS, with the real port.
  public var secureAddresses: [Address] { secureListeners.map(\.address) }
  /// How many exchanges are delayed or held, or in the middle of a body that pauses.
  public var parkedCount: Int { core.parking.count }
  /// How many requests have begun and not ended.
  public var openExchangeCount: Int { core.openExchangeCount }
  /// How many connections have their last answer and are read to their end.
  package var lingeringCount: Int { core.parking.lingering.count }
  /// How many delays, holds and pauses will end by themselves.
  package var timerCount: Int { core.parking.timerCount }
  /// How many connections wait for their clients in a handshake, or have stalled in it.
  package var handshakeCount: Int { core.parking.handshakes.count }
  /// How many connections there may be at once: as many as were asked for, or as the process may have
  /// descriptors for.
  public var maxConnections: Int { core.maxConnections }
  /// How many connections are open.
  public var connectionCount: Int { core.connectionCount }
  /// How many connections were refused because there was no room for them.
  package var refusedCount: Int { core.refusedCount }

  /// The exchanges that are delayed or held and that the closure names, in the order in which they
  /// were parked; a body that pauses is not parked.
  ///
  /// The closure may look at an exchange and at nothing else of the daemon.
  public func parked(where isMeant: (Exchange) -> Bool = { _ in true }) -> [Exchange] {
    core.parking.parked(where: isMeant)
  }

  /// Resets every delayed or held exchange that the closure names, and every one whose body waits
  /// for its pace; all where there is no closure.
  ///
  /// The closure may look at an exchange, which nobody changes meanwhile, and at nothing else of the
  /// daemon: others wait until it returns.
  public func dropParked(where isMeant: (Exchange) -> Bool = { _ in true }) {
    core.parking.dropAll(where: isMeant)
  }

  /// Has clients that connect from now on keep little of a body that is read slowly in their system's
  /// buffers, so that they see how far it has come; on all ports, for good.
  ///
  /// Connections that are there already keep what they have, up to some megabytes over loopback.
  public func prepareForSlowBodies() {
    for listener in listeners + secureListeners { listener.limitSegments() }
    core.sidePorts.limitSegments()
  }

  /// Opens a further port, which stays open until it is closed or the daemon stops.
  ///
  /// - Parameters:
  ///   - addresses: at least one, all with one port; 0 takes a free one.
  ///   - isSecure: whether it speaks TLS, as only a daemon can that does so elsewhere too.
  /// - Returns: the port, which accepts connections.
  /// - Throws: ``DaemonError`` where an address cannot be had, or the daemon has stopped.
  public func openPort(
    _ addresses: [Address], isSecure: Bool = false
  ) throws(DaemonError) -> SidePort {
    try core.sidePorts.open(addresses, isSecure: isSecure)
  }

  /// Stops: no new connections, parked exchanges are reset, answers under way may finish.
  ///
  /// Must not be called from a handler. A second call does nothing.
  ///
  /// - Parameter grace: how long answers under way may take.
  public func stop(grace: Duration) {
    let isFirst = hasStopped.withLock { stopped in
      defer { stopped = true }
      return !stopped
    }
    guard isFirst else { return }
    let ownsFirst = core.quiesce(listeners.first?.descriptor)
    core.sidePorts.stop()
    if core.gate == nil {
      for listener in listeners.dropFirst() + secureListeners { listener.refuse() }
    } else {
      // Others may have them, who go on.
      core.gate?.stopAccepting()
      giveUpListeners()
    }
    core.parking.stop()
    // From here on no thread but the library's own touches the library's daemon.
    core.parking.end()
    parkingThread.join()
    core.waitUntilIdle(grace)
    core.stopLibrary()
    core.relays?.stop()
    if core.gate != nil { return }
    // Only now: a thread that was about to accept must not meet another socket of this number.
    for listener in listeners.dropFirst(ownsFirst ? 0 : 1) + secureListeners { listener.close() }
  }

  deinit {
    stop(grace: .zero)
  }
}
