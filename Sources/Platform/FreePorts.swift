internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Ports that nobody has at the moment.
public enum FreePorts {
  /// Finds ports on the loopback, all different.
  ///
  /// Somebody may take one before the caller does.
  ///
  /// - Throws: ``SystemError`` where the system has none left.
  public static func find(_ count: Int) throws(SystemError) -> [Int] {
    var descriptors: [Int32] = []
    // Held until all are found, or the same one would come twice.
    defer { for descriptor in descriptors { close(descriptor) } }
    var ports: [Int] = []
    for _ in 0..<count {
      #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #endif
      guard descriptor >= 0 else { throw .last("socket") }
      descriptors.append(descriptor)
      ports.append(try boundPort(descriptor))
    }
    return ports
  }

  private static func boundPort(_ descriptor: Int32) throws(SystemError) -> Int {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (bound, named) = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        let bound = unsafe bind(descriptor, general, size)
        return (bound, unsafe bound == 0 ? getsockname(descriptor, general, &size) : 0)
      }
    }
    guard bound == 0 else { throw .last("bind") }
    guard named == 0 else { throw .last("getsockname") }
    return Int(in_port_t(bigEndian: address.sin_port))
  }
}
