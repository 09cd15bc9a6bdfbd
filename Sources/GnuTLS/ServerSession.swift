internal import CGnuTLS

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The server's side of one TLS connection, whose session belongs to somebody else.
///
/// That somebody runs the handshake, reads and writes. This sees the client's first message before
/// GnuTLS does, and chooses by it what is presented; tells the client why it is refused; and says
/// when nothing has come.
@safe
package final class ServerSession: @unchecked Sendable {
  // Safety: GnuTLS calls back for one session on one thread at a time, the one on which the others
  // of its methods are called.

  let session: gnutls_session_t
  let descriptor: Int32
  unowned let guide: any HandshakeGuide

  var stage = Stage.fresh
  var records = RecordTrack()
  /// What is presented, kept for as long as the session may use it.
  private var identity: Identity?
  private var clients: ClientTrust?
  private var serverName: [UInt8]?
  /// What was agreed on; nil before the handshake is over and more is read.
  package internal(set) var facts: TLSFacts?

  /// Whether the client has hung up, as far as was read.
  package internal(set) var hasEnded = false

  /// What has come before GnuTLS asked for it.
  @safe @exclusivity(unchecked) var ahead = PendingBytes()
  /// What GnuTLS has sent, and waits for what it sends next.
  @safe @exclusivity(unchecked) var held = PendingBytes()
  /// Whether the next that it sends is held.
  @safe @exclusivity(unchecked) var holdsNext = false

  /// Whether what is sent is joined.
  @safe @exclusivity(unchecked) var isJoining = false
  /// Whether the socket was found to wait for more, and waits no longer.
  @safe @exclusivity(unchecked) var isUncorked = false

  enum Stage {
    case fresh, begun, greeted, finished, refused
  }

  /// Takes over a session before its handshake.
  ///
  /// - Parameters:
  ///   - session: a `gnutls_session_t`, which must not outlive this.
  ///   - descriptor: its socket.
  ///   - guide: who decides, and must not go before this.
  package init(_ session: OpaquePointer, _ descriptor: Int32, guide: any HandshakeGuide) {
    unsafe self.session = session
    self.descriptor = descriptor
    self.guide = guide
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe umg_set_transport(session, context, Self.pull, Self.push)
    unsafe umg_set_hook(session, hook)
  }

  /// Why a handshake came to no end of which nobody was told yet; nil where it did, or one was.
  package var failure: HandshakeFailure? {
    guard stage == .greeted else { return nil }
    return hasEnded || records.endsInAlert ? .brokenOff : .failedHere
  }

  /// Sends inside the channel what the socket takes without waiting.
  ///
  /// What is not sent must be sent again from there, before anything else.
  ///
  /// - Returns: how many bytes it has taken; nil where the connection is gone.
  package func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    unsafe bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count, let start = buffer.baseAddress {
        let count = unsafe gnutls_record_send(session, start + sent, buffer.count - sent)
        if count == Int(GNUTLS_E_INTERRUPTED) { continue }
        if count == Int(GNUTLS_E_AGAIN) { return sent }
        guard count > 0 else { return nil }
        sent += count
      }
      return sent
    }
  }

  /// Tells the client that nothing more comes (RFC 8446, 6.1).
  package func end() {
    guard stage == .finished else { return }
    unsafe gnutls_bye(session, GNUTLS_SHUT_WR)
  }
}

// MARK: - What GnuTLS calls

extension ServerSession {
  /// A message, before or after GnuTLS has read it or made it.
  fileprivate func see(
    _ kind: UInt32, isAfter: Bool, isIncoming: Bool, _ message: UnsafeRawBufferPointer
  ) -> Int32 {
    guard isIncoming, stage != .refused else { return 0 }
    switch (gnutls_handshake_description_t(rawValue: kind), isAfter) {
    // A second one may come, with another key (RFC 8446, 4.1.4).
    case (GNUTLS_HANDSHAKE_CLIENT_HELLO, false) where stage != .greeted:
      return greet(unsafe Array(message))
    case (GNUTLS_HANDSHAKE_FINISHED, false):
      guard let failure = unsafe clients?.objection(to: session) else { return 0 }
      return refuse(failure, isTLS13: unsafe gnutls_protocol_get_version(session) == GNUTLS_TLS1_3)
    case (GNUTLS_HANDSHAKE_FINISHED, true):
      stage = .finished
      guide.succeeded()
      return 0
    default: return 0
    }
  }

  private func greet(_ message: [UInt8]) -> Int32 {
    guard let hello = ClientHello(message) else { return refuse(.unreadable) }
    serverName = hello.serverName
    switch guide.answer(hello) {
    case .identity(let identity, let versions, let clients):
      return present(identity, versions, clients, to: hello)
    case .reset:
      stage = .refused
      guide.reset()
      return GNUTLS_E_PUSH_ERROR
    case .silence:
      stage = .refused
      guard guide.standStill() else { return GNUTLS_E_PUSH_ERROR }
      return GNUTLS_E_AGAIN
    case .unknownName: return refuse(.noIdentity)
    }
  }

  private func present(
    _ identity: Identity, _ versions: TLSVersions, _ clients: ClientTrust?, to hello: ClientHello
  ) -> Int32 {
    guard let version = versions.numbers.first(where: { hello.versions.contains($0) }) else {
      return refuse(.noVersion)
    }
    if !hello.protocols.isEmpty,
      !hello.protocols.contains(where: { $0.elementsEqual("http/1.1".utf8) })
    {
      return refuse(.noProtocol)
    }
    guard let priorities = versions.priorities,
      priorities.fits(hello, version: version, identity.kinds)
    else {
      return refuse(.noCipher)
    }
    self.identity = identity
    self.clients = clients
    guard unsafe gnutls_priority_set(session, priorities.handle) >= 0,
      unsafe umg_set_credentials(session, identity.credentials) >= 0,
      unsafe umg_speak_http(session) >= 0
    else { return refuse(.failedHere) }
    if clients != nil {
      unsafe gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUEST)
    }
    stage = .greeted
    return 0
  }

  private func refuse(_ failure: HandshakeFailure, isTLS13: Bool = false) -> Int32 {
    stage = .refused
    if let alert = failure.alert(isTLS13: isTLS13) {
      unsafe gnutls_alert_send(session, GNUTLS_AL_FATAL, alert)
    }
    guide.failed(failure)
    return GNUTLS_E_RECEIVED_ILLEGAL_PARAMETER
  }

  func agreed() -> TLSFacts {
    let subject = unsafe umg_peer_subject(session)
    defer { unsafe umg_free(subject.data) }
    return TLSFacts(
      version: unsafe gnutls_protocol_get_name(gnutls_protocol_get_version(session)).map {
        unsafe String(cString: $0)
      } ?? "",
      cipher: unsafe gnutls_ciphersuite_get(session).map { unsafe String(cString: $0) } ?? "",
      serverName: serverName.map { String(decoding: $0, as: UTF8.self) },
      clientSubject: unsafe subject.data.map {
        unsafe String(
          decoding: UnsafeRawBufferPointer(start: $0, count: Int(subject.size)), as: UTF8.self)
      })
  }
}

private func hook(
  _ handle: gnutls_session_t?, _ kind: UInt32, _ when: UInt32, _ isIncoming: UInt32,
  _ message: UnsafePointer<gnutls_datum_t>?
) -> Int32 {
  guard let handle = unsafe handle, let session = unsafe ServerSession.of(umg_context(handle))
  else {
    return 0
  }
  let datum = unsafe message?.pointee
  return unsafe session.see(
    kind, isAfter: when != 0, isIncoming: isIncoming != 0,
    UnsafeRawBufferPointer(start: datum?.data, count: Int(datum?.size ?? 0)))
}
