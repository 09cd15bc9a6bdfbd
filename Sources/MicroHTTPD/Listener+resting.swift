internal import CMicroHTTPD

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// A listener that stops listening and keeps its port.

extension Listener {
  /// Binds and listens on a port that stays taken when it does not listen.
  ///
  /// Linux gives a port that it chose itself back once its socket does not listen any more; one that
  /// was asked for by its number stays. So the number is found with one socket and, while that has
  /// it, taken with another.
  static func keepingPort(_ address: Address) throws(DaemonError) -> Listener {
    #if os(Linux)
      guard address.port == 0 else { return try Listener(address) }
      let chosen = try Listener(binding: address)
      defer { chosen.close() }
      return try Listener(chosen.address)
    #else
      return try Listener(address)
    #endif
  }

  /// Has the system refuse connections, resets those that nobody has accepted, and keeps the port.
  mutating func rest() {
    #if os(Linux)
      // A socket that allows others beside it and does not listen would lose its port to them.
      set(SOL_SOCKET, SO_REUSEADDR, to: 0)
      refuse()
    #else
      close()
      descriptor = -1
      if let bound = try? Listener(binding: address) { self = bound }
    #endif
  }

  /// Listens again after ``rest()``; one that listens goes on.
  func wake() throws(DaemonError) {
    // Connections that have ended keep their port for a while, and would be in the way.
    set(SOL_SOCKET, SO_REUSEADDR)
    try listen()
  }
}
