internal import CMicroHTTPD
import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A listening TCP socket.
struct Listener: Sendable {
  var descriptor: Int32
  var address: Address

  /// Binds and listens.
  init(_ address: Address) throws(DaemonError) {
    try self.init(binding: address)
    do throws(DaemonError) {
      try listen()
    } catch {
      close()
      throw error
    }
  }

  /// Binds without listening: the port is taken, and connections to it are refused.
  init(binding address: Address) throws(DaemonError) {
    #if canImport(Darwin)
      let type = SOCK_STREAM
    #else
      let type = umhd_stream_type()
    #endif
    let isIPv6 = address.host.contains(":")
    descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, type, 0)
    self.address = address
    guard descriptor >= 0 else { throw Self.error(errno, "socket", address) }
    guard descriptor < DescriptorReserve.firstForNobody else {
      close()
      throw Self.error(EMFILE, "socket", address)
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // A port in TIME_WAIT may be taken again at once; one that is listened on may not.
    set(SOL_SOCKET, SO_REUSEADDR)
    if isIPv6 { set(Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
    do throws(DaemonError) {
      try bind(isIPv6)
      self.address.port = boundPort
    } catch {
      close()
      throw error
    }
  }

  /// Has the system accept connections.
  func listen() throws(DaemonError) {
    #if canImport(Darwin)
      let status = Darwin.listen(descriptor, 4096)
    #else
      let status = Glibc.listen(descriptor, 4096)
    #endif
    guard status == 0 else { throw Self.error(errno, "listen", address) }
  }

  /// Has the system refuse further connections, and keeps the descriptor.
  func refuse() {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Has clients that connect from now on send short segments.
  func limitSegments() {
    umhd_limit_segments(descriptor)
  }

  /// Closes the socket.
  func close() {
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #else
      Glibc.close(descriptor)
    #endif
  }

  func set(_ level: Int32, _ option: Int32, to value: Int32 = 1) {
    var value = value
    unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private func bind(_ isIPv6: Bool) throws(DaemonError) {
    var status: Int32
    if isIPv6 {
      var socketAddress = sockaddr_in6()
      socketAddress.sin6_family = sa_family_t(AF_INET6)
      socketAddress.sin6_port = in_port_t(address.port).bigEndian
      status = unsafe inet_pton(AF_INET6, address.host, &socketAddress.sin6_addr)
      guard status == 1 else { throw .unresolvable(host: address.host) }
      status = unsafe withUnsafeBytes(of: &socketAddress, bind)
    } else {
      var socketAddress = sockaddr_in()
      socketAddress.sin_family = sa_family_t(AF_INET)
      socketAddress.sin_port = in_port_t(address.port).bigEndian
      status = unsafe inet_pton(AF_INET, address.host, &socketAddress.sin_addr)
      guard status == 1 else { throw .unresolvable(host: address.host) }
      status = unsafe withUnsafeBytes(of: &socketAddress, bind)
    }
    guard status == 0 else { throw Self.error(errno, "bind", address) }
  }

  private func bind(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    guard let start = bytes.baseAddress else { return -1 }
    let pointer = unsafe start.assumingMemoryBound(to: sockaddr.self)
    #if canImport(Darwin)
      return unsafe Darwin.bind(descriptor, pointer, socklen_t(bytes.count))
    #else
      return unsafe Glibc.bind(descriptor, pointer, socklen_t(bytes.count))
    #endif
  }

  private var boundPort: Int {
    var storage = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      guard let start = bytes.baseAddress else { return }
      _ = unsafe getsockname(descriptor, start.assumingMemoryBound(to: sockaddr.self), &size)
    }
    // The port lies at the same place in both families.
    return Int(in_port_t(bigEndian: storage.sin6_port))
  }

  private static func error(_ code: Int32, _ call: String, _ address: Address) -> DaemonError {
    switch code {
    case EADDRINUSE: .addressInUse(address)
    case EADDRNOTAVAIL, EAFNOSUPPORT: .addressNotAvailable(address)
    case EACCES, EPERM: .notPermitted(address)
    default: .system(call: call, reason: SystemError(code: code, call: call).description)
    }
  }
}

extension Listener {
  /// Listens on all addresses with one port.
  ///
  /// - Parameters:
  ///   - addresses: where to listen.
  ///   - sockets: sockets in their place, which another process has bound; none binds.
  ///   - make: makes one listener.
  /// - Returns: the listeners, and what the daemon has to go without.
  /// - Throws: ``DaemonError`` where an address cannot be had that is not optional.
  static func all(
    _ addresses: [Address], inheriting sockets: [Int32] = [],
    _ make: (Address) throws(DaemonError) -> Listener = { address throws(DaemonError) in
      try Listener(address)
    }
  ) throws(DaemonError) -> (listeners: [Listener], missing: [Address]) {
    if !sockets.isEmpty {
      var listeners: [Listener] = []
      for socket in sockets { listeners.append(try Listener(inheriting: socket)) }
      return (listeners, [])
    }
    for _ in 0..<20 {
      var listeners: [Listener] = []
      var missing: [Address] = []
      do throws(DaemonError) {
        for address in addresses {
          var address = address
          // A port that the system chose for the first is asked of the others too.
          if address.port == 0, let first = listeners.first { address.port = first.address.port }
          do throws(DaemonError) {
            listeners.append(try make(address))
          } catch .addressNotAvailable(let address) where address.isOptional {
            missing.append(address)
          }
        }
        return (listeners, missing)
      } catch {
        for listener in listeners { listener.close() }
        // The free port of one family may be taken in the other: try the next.
        if case .addressInUse = error, addresses.first?.port == 0 { continue }
        throw error
      }
    }
    throw .system(call: "bind", reason: "no port is free on all addresses")
  }
}
