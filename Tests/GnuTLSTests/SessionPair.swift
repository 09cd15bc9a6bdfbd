import CGnuTLS
import Platform
import TestSupport

@testable import GnuTLS

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server's session behind its handshake, and its client at the other end of a socket.
final class SessionPair {
  let session: ServerSession
  let client: RawClient
  private let handle: gnutls_session_t
  private let guide: Guide
  private let server: Int32
  private let clientSide: Int32

  private final class Guide: HandshakeGuide {
    let identity: Identity

    init() throws {
      let files = try TestCertificate.localhost.read()
      identity = try Identity(certificatePEM: files.certificatePEM, keyPEM: files.keyPEM)
    }

    func answer(_ hello: ClientHello) -> HandshakeAnswer {
      .identity(identity, .both, clients: nil)
    }

    func waitForClient() -> Bool { true }
    func standStill() -> Bool { true }
    func reset() {}
    func succeeded() {}
    func failed(_ failure: HandshakeFailure) {}
    func lastWords() -> [UInt8]? { nil }
  }

  /// Shakes hands.
  init(priorities: String = "NORMAL") throws {
    var session: gnutls_session_t?
    gnutls_init(&session, UInt32(GNUTLS_SERVER | GNUTLS_NONBLOCK))
    guard let session else { throw RawClient.Failure(description: "no session") }
    gnutls_set_default_priority(session)
    handle = session
    guide = try Guide()
    let (server, clientSide) = try Self.socketPair()
    (self.server, self.clientSide) = (server, clientSide)
    self.session = ServerSession(session, server, guide: guide)
    let answer = Lock<Result<RawClient, any Error>?>(nil)
    let thread = try WorkerThread {
      let result = Result {
        try RawClient(on: clientSide, tls: .init(priorities: priorities))
      }
      answer.withLock { $0 = result }
    }
    var status = gnutls_handshake(session)
    while status < 0, gnutls_error_is_fatal(status) == 0 {
      Self.wait(for: POLLIN, at: server)
      status = gnutls_handshake(session)
    }
    if status < 0 { close(server) }
    thread.join()
    guard let client = try answer.withLock({ try $0?.get() }), status >= 0 else {
      throw RawClient.Failure(description: "no handshake")
    }
    self.client = client
  }

  deinit {
    gnutls_deinit(handle)
    close(server)
  }

  /// How many bytes lie in the client's socket.
  var arrivedCount: Int { Self.readableCount(clientSide) }

  /// How many bytes lie in the server's socket.
  var unreadCount: Int { Self.readableCount(server) }

  /// Whether the session has something that GnuTLS was not given, or the client was not sent.
  var keepsSomething: Bool { !session.ahead.isEmpty || !session.held.isEmpty }

  /// What the server reads next: nil where there is nothing now, nothing where the client has ended.
  func receive(_ size: Int = 16384) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: size)
    let count = gnutls_record_recv(handle, &bytes, size)
    if count == Int(GNUTLS_E_AGAIN) { return nil }
    return Array(bytes.prefix(max(0, count)))
  }

  /// Has the server's socket take little at once.
  func shrinkSendBuffer() {
    var size: Int32 = 1
    setsockopt(
      server, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout.size(ofValue: size)))
  }

  /// Waits until the server's socket takes something.
  func waitForRoom() { Self.wait(for: POLLOUT, at: server) }

  /// Has what the client has sent come to the server in pieces, one for each call of the closure.
  func inPieces(of size: Int, _ eachTime: () -> Void) throws {
    let raw = dup(server)
    let (end, other) = try Self.socketPair()
    dup2(end, server)
    close(end)
    defer {
      dup2(raw, server)
      close(raw)
      close(other)
    }
    var piece = [UInt8](repeating: 0, count: size)
    while true {
      let count = recv(raw, &piece, size, Int32(MSG_DONTWAIT))
      guard count > 0 else { return }
      write(other, piece, count)
      eachTime()
    }
  }

  private static func socketPair() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let status = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
    #else
      let status = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    #endif
    guard status == 0 else { throw RawClient.Failure(description: "socketpair: \(errno)") }
    return (ends[0], ends[1])
  }

  private static func wait(for event: Int32, at descriptor: Int32) {
    var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    poll(&waiting, 1, 60_000)
  }

  private static func readableCount(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    _ = ioctl(descriptor, UInt(FIONREAD), &count)
    return Int(count)
  }
}
