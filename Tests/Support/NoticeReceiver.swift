import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The socket of a service manager, on which programs tell that they are ready (sd_notify(3)).
public final class NoticeReceiver: Sendable {
  private let descriptor: Int32

  /// Makes the socket.
  ///
  /// - Throws: ``SystemError``.
  public init(_ path: String) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #else
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw SystemError.last("socket") }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { throw SystemError.last("bind") }
  }

  deinit { close(descriptor) }

  /// Waits for a message; nil where none comes.
  public func next(within limit: Duration = .seconds(60)) -> String? {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, Int32(limit / .milliseconds(1))) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
