#if canImport(Darwin)
  import Darwin
#else
  internal import CPlatform
  import Glibc
#endif

/// What the machine and the process are and have.
public enum Machine {
  /// The value of an environment variable; nil where it is not set.
  public static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The machine's name, without a domain.
  public static var hostName: String {
    var name = [UInt8](repeating: 0, count: 256)
    let status = unsafe name.withUnsafeMutableBytes { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return Int32(-1) }
        return unsafe gethostname(start, text.count - 1)
      }
    }
    guard status == 0 else { return "localhost" }
    let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    return String(text.prefix { $0 != "." })
  }

  /// The number of processors that are online; limits of this process alone are not counted.
  public static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Raises the number of descriptors that this process may open to its hard limit.
  ///
  /// - Returns: the number that it may open now.
  @discardableResult
  public static func raiseDescriptorLimit() -> Int {
    var limit = rlimit()
    #if canImport(Darwin)
      unsafe getrlimit(RLIMIT_NOFILE, &limit)
      // Darwin refuses more than OPEN_MAX here, whatever the hard limit says.
      limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
      unsafe setrlimit(RLIMIT_NOFILE, &limit)
    #else
      unsafe getrlimit(__rlimit_resource_t(7), &limit)
      limit.rlim_cur = limit.rlim_max
      unsafe setrlimit(__rlimit_resource_t(7), &limit)
    #endif
    return Int(clamping: limit.rlim_cur)
  }

  /// Gives memory that is free back to the system (malloc_trim(3)).
  ///
  /// The allocator keeps what was freed for later; after a crowd of clients that is a lot.
  public static func returnFreeMemory() {
    #if canImport(Darwin)
      unsafe malloc_zone_pressure_relief(nil, 0)
    #else
      malloc_trim(0)
    #endif
  }

  /// Unguessable bytes from the system's generator.
  public static func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// The first IPv4 address of this machine that other machines may reach.
  public static var lanAddress: String? {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&first) == 0 else { return nil }
    defer { unsafe freeifaddrs(first) }
    var next = unsafe first
    while let entry = unsafe next {
      unsafe next = entry.pointee.ifa_next
      let flags = unsafe Int32(bitPattern: UInt32(entry.pointee.ifa_flags))
      guard flags & Int32(upFlag) != 0, flags & Int32(loopbackFlag) == 0,
        let address = unsafe entry.pointee.ifa_addr,
        unsafe Int32(address.pointee.sa_family) == AF_INET
      else { continue }
      var host = [UInt8](repeating: 0, count: 64)
      let status = unsafe host.withUnsafeMutableBytes { buffer in
        unsafe getnameinfo(
          address, socklen_t(MemoryLayout<sockaddr_in>.size),
          buffer.baseAddress?.assumingMemoryBound(to: CChar.self), socklen_t(buffer.count), nil, 0,
          NI_NUMERICHOST)
      }
      if status == 0 { return String(decoding: host.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return nil
  }

  #if canImport(Darwin)
    private static let upFlag = IFF_UP
    private static let loopbackFlag = IFF_LOOPBACK
  #else
    private static let upFlag = IFF_UP
    private static let loopbackFlag = IFF_LOOPBACK
  #endif
}
