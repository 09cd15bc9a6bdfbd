internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a service manager hears of a program that it has started (sd_notify(3)).
public enum ServiceNotice {
  /// Tells that this process does its work from now on; nothing where nobody has asked to be told.
  ///
  /// Who asks names a socket in `NOTIFY_SOCKET`, by a path or with `@` by a name without a file.
  public static func ready() {
    guard let name = Machine.environment("NOTIFY_SOCKET") else { return }
    send("READY=1", to: name)
  }

  /// Sends a message to a socket; nothing where it cannot be had.
  ///
  /// - Parameters:
  ///   - message: what to tell.
  ///   - name: a path, or with `@` a name without a file.
  public static func send(_ message: String, to name: String) {
    var path = Array(name.utf8)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard let first = path.first, [UInt8(ascii: "/"), UInt8(ascii: "@")].contains(first),
      path.count < room
    else { return }
    if first == UInt8(ascii: "@") { path[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
    // A name without a file has no end but that of the address.
    let size = socklen_t(MemoryLayout<sockaddr_un>.size - room + path.count)
    #if canImport(Darwin)
      let descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #else
      let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(message.utf8)
    unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        _ = unsafe sendto(descriptor, bytes, bytes.count, 0, general, size)
      }
    }
  }
}
