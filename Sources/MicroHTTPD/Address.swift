internal import CMicroHTTPD

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An address that a daemon listens on: a numeric host and a port.
public struct Address: Sendable, Hashable, CustomStringConvertible {
  /// The numeric host, `127.0.0.1` or `::1`.
  public var host: String
  /// The port; 0 takes a free one.
  public var port: Int
  /// Whether the daemon may go without it, as a machine without IPv6 goes without `::1`.
  public var isOptional = false

  /// An address by its parts.
  public init(host: String, port: Int, isOptional: Bool = false) {
    self.host = host
    self.port = port
    self.isOptional = isOptional
  }

  /// Whether only this machine reaches it.
  public var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }

  /// 127.0.0.1 and, where there is IPv6, ::1: a client may take `localhost` for either.
  public static func loopback(port: Int) -> [Address] {
    [
      Address(host: "127.0.0.1", port: port),
      Address(host: "::1", port: port, isOptional: true),
    ]
  }

  /// All addresses of the machine, IPv4 and, where there is one, IPv6.
  public static func any(port: Int) -> [Address] {
    [Address(host: "0.0.0.0", port: port), Address(host: "::", port: port, isOptional: true)]
  }

  /// The addresses of a name (getaddrinfo(3)).
  ///
  /// - Throws: ``DaemonError/unresolvable(host:)``.
  public static func resolve(host: String, port: Int) throws(DaemonError) -> [Address] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_PASSIVE
    #if canImport(Darwin)
      unsafe hints.ai_socktype = SOCK_STREAM
    #else
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else { throw .unresolvable(host: host) }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [Address] = []
    var next = unsafe list
    while let entry = unsafe next {
      var name = [CChar](repeating: 0, count: 64)
      let status = unsafe getnameinfo(
        entry.pointee.ai_addr, entry.pointee.ai_addrlen, &name, socklen_t(name.count), nil, 0,
        NI_NUMERICHOST)
      let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let text = String(decoding: bytes, as: UTF8.self)
      let address = Address(host: text, port: port, isOptional: !addresses.isEmpty)
      if status == 0, !addresses.contains(where: { $0.host == text }) { addresses.append(address) }
      unsafe next = entry.pointee.ai_next
    }
    guard !addresses.isEmpty else { throw .unresolvable(host: host) }
    return addresses
  }

  /// Host and port as they stand in a URL, an IPv6 host in brackets.
  public var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

/// Why a daemon cannot start.
public enum DaemonError: Error, Sendable, Hashable {
  /// Another program listens there.
  case addressInUse(Address)
  /// The machine does not have the address.
  case addressNotAvailable(Address)
  /// A port below 1024 needs rights that this process lacks.
  case notPermitted(Address)
  /// The host is no address, and no name that resolves to one.
  case unresolvable(host: String)
  /// The system or the library refused.
  case system(call: String, reason: String)
}
