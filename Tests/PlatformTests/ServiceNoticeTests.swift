import Platform
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("A notice to a service manager")
struct ServiceNoticeTests {
  @Test func `comes as one message`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/notify"
    let receiver = try Self.receiver(path)
    defer { close(receiver) }

    ServiceNotice.send("READY=1", to: path)

    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(receiver, &bytes, 64)
    #expect(Array(bytes.prefix(max(0, count))) == Array("READY=1".utf8))
  }

  @Test(arguments: ["", "relative", "/nowhere/notify", String(repeating: "/a", count: 200)])
  func `is dropped where nobody can be told`(_ name: String) {
    ServiceNotice.send("READY=1", to: name)
  }

  private static func receiver(_ path: String) throws -> Int32 {
    #if canImport(Darwin)
      let receiver = socket(AF_UNIX, SOCK_DGRAM, 0)
    #else
      let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(receiver, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { throw SystemError.last("bind") }
    return receiver
  }
}
