import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Takes one connection on loopback, reads a request, and sends bytes back.
final class OneAnswerServer: Sendable {
  let port: Int
  private let listener: Int32
  private let thread: WorkerThread
  private let received: Received

  private final class Received: Sendable {
    let text = Lock("")
  }

  /// Listens; an answer that is nil is never sent, and the connection stays open.
  init(answer: String?) throws {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let listener = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) + listen(listener, 8)
          + getsockname(listener, address, &length)
      }
    }
    guard listener >= 0, status == 0 else { throw SystemError.last("bind") }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    let received = Received()
    self.received = received
    thread = try WorkerThread {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while !Self.isWhole(bytes) {
        let count = read(connection, &buffer, buffer.count)
        guard count > 0 else { break }
        bytes += buffer[..<count]
      }
      received.text.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
      if let answer {
        _ = Array(answer.utf8).withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      } else {
        // Until the client gives up.
        while read(connection, &buffer, buffer.count) > 0 {}
      }
      close(connection)
    }
  }

  deinit {
    // Wakes a thread that still waits for its connection.
    shutdown(listener, Int32(SHUT_RDWR))
    thread.join()
    close(listener)
  }

  /// The request, once the answer is there.
  var request: String {
    received.text.withLock { $0 }
  }

  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
    let lengths = text[..<end.lowerBound].split(separator: "\r\n").compactMap { line -> Int? in
      let prefix = "content-length: "
      guard line.lowercased().hasPrefix(prefix) else { return nil }
      return Int(line.dropFirst(prefix.count))
    }
    return text[end.upperBound...].utf8.count >= lengths.first ?? 0
  }
}
