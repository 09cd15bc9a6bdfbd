import CMicroHTTPD

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Listener {
  /// Takes a socket over that another process has bound.
  ///
  /// It may be listened on there too: what connects is whoever's who accepts it first, and nobody may
  /// shut it down for both.
  ///
  /// - Throws: ``DaemonError`` where it is no socket of this kind.
  init(inheriting descriptor: Int32) throws(DaemonError) {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var name = [CChar](repeating: 0, count: 64)
    var port = [CChar](repeating: 0, count: 8)
    let status = unsafe withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
      guard let start = bytes.baseAddress else { return -1 }
      let pointer = unsafe start.assumingMemoryBound(to: sockaddr.self)
      guard unsafe getsockname(descriptor, pointer, &size) == 0 else { return -1 }
      return unsafe getnameinfo(
        pointer, size, &name, socklen_t(name.count), &port, socklen_t(port.count),
        NI_NUMERICHOST | NI_NUMERICSERV)
    }
    func text(_ characters: [CChar]) -> String {
      String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    guard status == 0, let port = Int(text(port)) else {
      throw .system(
        call: "getsockname", reason: "descriptor \(descriptor) is no socket with a port")
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.init(descriptor: descriptor, address: Address(host: text(name), port: port))
  }

  private init(descriptor: Int32, address: Address) {
    self.descriptor = descriptor
    self.address = address
  }
}
