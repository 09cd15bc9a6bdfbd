internal import CMicroHTTPD
import GnuTLS
import Platform
import Synchronization

/// A connection with TLS, from its first byte to its last.
@safe
final class SecureConnection: HandshakeGuide, @unchecked Sendable {
  // Safety: the library calls back for one connection on one thread at a time; the words that another
  // thread leaves are locked.

  private unowned let core: DaemonCore
  private unowned let state: ConnectionState
  private let connection: OpaquePointer
  private let handler: any HandshakeHandler
  private let words = Lock<[UInt8]?>(nil)
  private var session: ServerSession?
  private var serverName: [UInt8]?

  /// Takes over a connection before its handshake.
  ///
  /// - Parameters:
  ///   - connection: the library's, which ends before this.
  ///   - handle: its `gnutls_session_t`.
  ///   - state: what is kept for it, this too.
  ///   - core: whose connection it is.
  ///   - handler: who decides about it.
  init(
    _ connection: OpaquePointer, _ handle: OpaquePointer, _ state: ConnectionState,
    _ core: DaemonCore, _ handler: any HandshakeHandler
  ) {
    unsafe self.connection = connection
    self.state = state
    self.core = core
    self.handler = handler
    session = unsafe ServerSession(handle, umhd_descriptor(connection), guide: self)
    state.handshake.store(.underWay, ordering: .relaxed)
  }

  /// What was agreed on; nil before the end of the handshake.
  var facts: TLSFacts? { session?.facts }

  /// Whether the client has hung up, as far as was read.
  var hasEnded: Bool { session?.hasEnded ?? false }

  /// Sends inside the channel what the socket takes without waiting; see ``ServerSession/send(_:)``.
  func send(_ bytes: ArraySlice<UInt8>) -> Int? { session?.send(bytes) }

  /// Has a head and the body that the library sends behind it go out together.
  ///
  /// - Parameters:
  ///   - length: that of the body.
  ///   - fields: the lines of the head, but for those that the library adds.
  func willAnswer(withBodyOf length: Int, behind fields: [Field]) {
    #if os(Linux)
      // A socket in which nothing waits takes so much for certain.
      let size = fields.reduce(length) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
      if size <= Self.joinedSize, unsafe umhd_unsent(umhd_descriptor(connection)) == 0 {
        session?.join()
        return
      }
    #endif
    session?.holdNext()
  }

  private static let joinedSize = 8192

  /// The library has sent all it sends for a request.
  ///
  /// - Returns: false where the client is gone, and has not got it.
  func answered() -> Bool {
    guard let session, !session.release() else { return true }
    unsafe umhd_reset(umhd_descriptor(connection))
    return false
  }

  /// Tells the client that nothing more comes.
  func end() { session?.end() }

  /// Says what the client is told once it sends no more; from any thread.
  func leave(_ lastWords: [UInt8]) { words.withLock { $0 = lastWords } }

  /// The library has given it up.
  func ended() {
    guard let failure = session?.failure else { return }
    // Nobody reads on from one that took too long, which looks as if its client had gone.
    tell(state.isExpired ? .tooLong : failure)
  }

  private func tell(_ failure: HandshakeFailure) {
    handler.failed(failure, for: serverName, by: state.side?.port)
  }
}

// MARK: - The handshake

extension SecureConnection {
  func answer(_ hello: ClientHello) -> HandshakeAnswer {
    serverName = hello.serverName
    return handler.answer(hello, by: state.side?.port)
  }

  func waitForClient() -> Bool {
    unsafe core.parking.handshakes.suspend(connection, until: .nextReadable)
  }

  func standStill() -> Bool {
    state.handshake.store(.stalled, ordering: .relaxed)
    return unsafe core.parking.handshakes.suspend(connection, until: .hangUp)
  }

  func reset() {
    unsafe umhd_reset(umhd_descriptor(connection))
  }

  func succeeded() {
    state.handshake.store(.none, ordering: .relaxed)
  }

  func failed(_ failure: HandshakeFailure) {
    if failure == .plainText, let reply = core.handler.refuse(.plainText) {
      _ = unsafe reply.message(now: .now).withUnsafeBytes {
        unsafe umhd_send(umhd_descriptor(connection), $0.baseAddress, $0.count)
      }
    }
    tell(failure)
    // What the client still sends must not take away what it is told.
    unsafe core.linger(connection, of: state.side?.port)
  }

  func lastWords() -> [UInt8]? {
    words.withLock { words in
      defer { words = nil }
      return words
    }
  }
}
