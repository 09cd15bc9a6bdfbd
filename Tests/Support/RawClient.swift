import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A TCP connection of which a test decides every byte.
public final class RawClient: @unchecked Sendable {
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  private var channel: TLSChannel?

  /// How a connection ended.
  public enum Ended: Sendable, Equatable {
    case fin, reset
  }

  /// Why a test client gave up.
  public struct Failure: Error, CustomStringConvertible {
    /// What did not happen.
    public var description: String

    /// A failure in its own words.
    public init(description: String) {
      self.description = description
    }
  }

  /// Connects to a port of this machine, and says nothing.
  public init(plainTo port: Int, host: String = "127.0.0.1") throws {
    let isIPv6 = host.contains(":")
    #if canImport(Darwin)
      descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var status: Int32
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = in_port_t(port).bigEndian
      inet_pton(AF_INET6, host, &address.sin6_addr)
      status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
        }
      }
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      inet_pton(AF_INET, host, &address.sin_addr)
      status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    guard status == 0 else {
      let code = errno
      close(descriptor)
      descriptor = -1
      throw Failure(description: "connect to \(host):\(port): \(String(cString: strerror(code)))")
    }
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
  }

  /// Connects to a port of this machine, and shakes hands.
  ///
  /// - Throws: ``Failure``, which names the alert where the server has sent one.
  public convenience init(
    port: Int, host: String = "127.0.0.1", tls: TLSChannel.Wishes
  ) throws {
    try self.init(plainTo: port, host: host)
    channel = try TLSChannel(descriptor, tls)
  }

  /// Shakes hands on a socket that is connected already, and the client's own from now on.
  ///
  /// - Throws: ``Failure``, which names the alert where the server has sent one.
  public init(on descriptor: Int32, tls: TLSChannel.Wishes) throws {
    self.descriptor = descriptor
    channel = try TLSChannel(descriptor, tls)
  }

  /// Connects to a port of this machine; shakes hands where it is one of ``TLSPorts``.
  public convenience init(port: Int, host: String = "127.0.0.1") throws {
    try self.init(plainTo: port, host: host)
    if TLSPorts.contains(port) { channel = try TLSChannel(descriptor, TLSChannel.Wishes()) }
  }

  /// What was agreed on, such as `TLS1.3`; nil without TLS.
  public var tlsVersion: String? { channel?.version }

  /// The subject of the server's certificate; nil without TLS.
  public var serverSubject: String? { channel?.serverSubject }

  /// Whether the server has said in TLS that nothing more comes.
  public var hasCloseNotify: Bool { channel?.hasCloseNotify ?? false }

  deinit { closeWithFIN() }

  /// Sends bytes as they are.
  public func send(_ bytes: [UInt8]) throws {
    if let channel { return try channel.send(bytes) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        #if canImport(Darwin)
          Darwin.send(descriptor, $0.baseAddress, $0.count, 0)
        #else
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      guard count >= 0 else {
        throw Failure(description: "send: \(String(cString: strerror(errno)))")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends what the system takes of some bytes without waiting; how many that were, nil where the
  /// connection is gone.
  public func sendNow(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes {
      #if canImport(Darwin)
        Darwin.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      #else
        Glibc.send(
          descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      #endif
    }
    if count < 0 { return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? 0 : nil }
    return count
  }

  /// How many bytes lie in this side's buffer, which the other side's system has not taken.
  public var unacknowledgedCount: Int {
    var count: Int32 = 0
    #if canImport(Darwin)
      var size = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &size)
    #else
      _ = ioctl(descriptor, UInt(TIOCOUTQ), &count)
    #endif
    return Int(count)
  }

  /// How long the segments of the connection may be, in bytes; nil where the system does not tell.
  public var segmentSize: Int? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    let status = getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, &value, &size)
    return status == 0 ? Int(value) : nil
  }

  /// Sends text as UTF-8.
  public func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends a request without a body.
  public func request(
    _ method: String = "GET", _ target: String, host: String = "localhost", headers: [String] = [],
    body: String? = nil
  ) throws {
    var text = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n"
    for header in headers { text += "\(header)\r\n" }
    if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
    try send(text + "\r\n" + (body ?? ""))
  }

  /// Sends a request and reads its answer.
  public func get(
    _ target: String, method: String = "GET", host: String = "localhost", headers: [String] = [],
    body: String? = nil
  ) throws -> RawReply {
    try request(method, target, host: host, headers: headers, body: body)
    return try readReply(isHead: method == "HEAD")
  }

  /// Reads the status of one interim answer, such as 100.
  public func readInterim(within limit: Duration = .seconds(60)) throws -> Int {
    let end = SystemTime().now + limit
    while true {
      if let reply = try RawReply.take(from: &buffer, isHead: true) { return reply.status }
      guard let bytes = try receive(until: end) else {
        throw Failure(description: "the connection ended before an interim answer")
      }
      buffer += bytes
    }
  }

  /// Reads one answer, interim ones left out.
  public func readReply(isHead: Bool = false, within limit: Duration = .seconds(60)) throws
    -> RawReply
  {
    let end = SystemTime().now + limit
    while true {
      if let reply = try RawReply.take(from: &buffer, isHead: isHead) {
        if (100..<200).contains(reply.status) { continue }
        return reply
      }
      guard let bytes = try receive(until: end) else {
        let part = String(decoding: buffer, as: UTF8.self)
        throw Failure(description: "the connection ended in the middle of an answer: \(part)")
      }
      buffer += bytes
    }
  }

  /// Reads so many bytes.
  public func read(_ count: Int, within limit: Duration = .seconds(60)) throws -> [UInt8] {
    let end = SystemTime().now + limit
    while buffer.count < count {
      guard let bytes = try receive(until: end) else {
        throw Failure(description: "the connection ended after \(buffer.count) bytes")
      }
      buffer += bytes
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  /// What has come and was not taken yet.
  public var readSoFar: String { String(decoding: buffer, as: UTF8.self) }

  /// Reads until a text has come, which stays to be read; false where the connection ends before.
  public func read(until text: String, within limit: Duration = .seconds(60)) throws -> Bool {
    let end = SystemTime().now + limit
    while !String(decoding: buffer, as: UTF8.self).contains(text) {
      guard let bytes = try receive(until: end), !bytes.isEmpty else { return false }
      buffer += bytes
    }
    return true
  }

  /// Reads all that comes until the connection ends.
  public func readToEnd(within limit: Duration = .seconds(60)) throws -> (
    bytes: [UInt8], ended: Ended
  ) {
    let end = SystemTime().now + limit
    var bytes = buffer
    buffer = []
    do {
      while let more = try receive(until: end) { bytes += more }
      return (bytes, .fin)
    } catch is ConnectionReset {
      return (bytes, .reset)
    }
  }

  /// Says that nothing more is sent, and reads on.
  public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes in the ordinary way.
  public func closeWithFIN() {
    guard descriptor >= 0 else { return }
    channel = nil
    close(descriptor)
    descriptor = -1
  }

  /// Breaks the connection off.
  public func closeWithRST() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    closeWithFIN()
  }

  /// The peer has broken the connection off.
  public struct ConnectionReset: Error {}

  /// The next bytes; nil at the end.
  private func receive(until end: Moment) throws -> [UInt8]? {
    if let channel, let bytes = try channel.pending() { return bytes }
    let left = end - SystemTime().now
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(max(0, left / .milliseconds(1)))
    guard poll(&waiting, 1, milliseconds) > 0 else {
      throw Failure(description: "nothing came in time")
    }
    if let channel { return try channel.receive() }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    if count < 0 { throw ConnectionReset() }
    return count == 0 ? nil : Array(bytes.prefix(count))
  }
}
