import Platform

// A daemon whose addresses go over to another process, without a connection that is refused:
// ``Configuration/handsOver`` says that it may be. Its listeners are served by the parking lot's
// thread alone then, since the library's workers cannot be stopped without closing the socket.

extension Daemon {
  /// Accepts no connection any more, and has every further request answered by whoever accepts at its
  /// addresses: at once they wait for that.
  ///
  /// Once this returns, its handler decides about nothing but what has begun before, requests on
  /// connections with TLS, and long uploads that nobody has kept (``Exchange/isLate``). All its
  /// listeners, those of further ports too, stay as they are, so that nobody is refused.
  package func freeze() {
    guard let gate = core.gate else { return }
    gate.close()
    for port in core.sidePorts.all { port.pause() }
  }

  /// Goes on after ``freeze()``, as if nothing had been.
  package func thaw() {
    guard let gate = core.gate else { return }
    gate.open()
    for port in core.sidePorts.all { port.goOn() }
    core.parking.lookAtEntrances()
  }

  /// Closes the listeners after the freeze, which others have, and accept at; connections stay.
  package func giveUpListeners() {
    let isFirst = hasGivenUp.withLock { hasGivenUp in
      defer { hasGivenUp = true }
      return !hasGivenUp
    }
    guard core.gate != nil, isFirst else { return }
    for entrance in entrances { core.parking.ignore(entrance) }
    for listener in listeners + secureListeners { listener.close() }
    for port in core.sidePorts.all { port.giveUp() }
  }

  /// The sockets that it listens on without TLS.
  package var sockets: [ListeningSocket] { listeners.map(\.listeningSocket) }
  /// The sockets that it listens on with TLS.
  package var secureSockets: [ListeningSocket] { secureListeners.map(\.listeningSocket) }

  /// How many connections it has, those too that are only read to their end.
  package var restCount: Int { max(connectionCount, openExchangeCount) + lingeringCount }

  /// Takes a further port over from another process.
  ///
  /// - Parameters:
  ///   - sockets: at least one, all with one port, listening or not; they are the port's from now on.
  ///   - isSecure: whether it speaks TLS.
  ///   - isRefusing: whether it refuses connections at first.
  ///   - whenMade: told of the port before its first connection, which may be waiting already.
  /// - Returns: the port.
  /// - Throws: ``DaemonError``; the sockets are closed then.
  package func takePort(
    _ sockets: [Int32], isSecure: Bool, isRefusing: Bool, whenMade: (SidePort) -> Void
  ) throws(DaemonError) -> SidePort {
    try core.sidePorts.take(
      sockets, isSecure: isSecure, isRefusing: isRefusing, whenMade: whenMade)
  }
}

extension Listener {
  var listeningSocket: ListeningSocket { ListeningSocket(descriptor: descriptor, address: address) }
}
