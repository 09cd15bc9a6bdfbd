import CGnuTLS
import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The client's side of TLS on a socket of a test's own; it believes every certificate.
public final class TLSChannel: @unchecked Sendable {
  private let session: gnutls_session_t
  private let credentials: gnutls_certificate_credentials_t

  /// Whether the server has said that nothing more comes.
  public private(set) var hasCloseNotify = false

  /// What a client wants.
  public struct Wishes: Sendable {
    /// The name of the server that it asks for.
    public var serverName: String?
    /// What it speaks, in GnuTLS's words.
    public var priorities: String
    /// The protocols that it speaks inside.
    public var protocols: [String]
    /// The certificate that it has, with its key.
    public var certificate: TestCertificate?

    /// Wishes by their parts.
    public init(
      serverName: String? = "localhost", priorities: String = "NORMAL",
      protocols: [String] = [], certificate: TestCertificate? = nil
    ) {
      self.serverName = serverName
      self.priorities = priorities
      self.protocols = protocols
      self.certificate = certificate
    }
  }

  init(_ descriptor: Int32, _ wishes: Wishes) throws {
    var session: gnutls_session_t?
    var credentials: gnutls_certificate_credentials_t?
    gnutls_init(&session, UInt32(GNUTLS_CLIENT | 1 << 6))
    gnutls_certificate_allocate_credentials(&credentials)
    guard let session, let credentials else { throw Self.failure(GNUTLS_E_MEMORY_ERROR) }
    self.session = session
    self.credentials = credentials
    if let certificate = wishes.certificate {
      try Self.check(
        gnutls_certificate_set_x509_key_file(
          credentials, certificate.chain, certificate.key, GNUTLS_X509_FMT_PEM))
    }
    gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
    try Self.check(gnutls_priority_set_direct(session, wishes.priorities, nil))
    if let name = wishes.serverName {
      gnutls_server_name_set(session, GNUTLS_NAME_DNS, name, name.utf8.count)
    }
    for name in wishes.protocols {
      var bytes = Array(name.utf8)
      try bytes.withUnsafeMutableBufferPointer { bytes in
        var datum = gnutls_datum_t(data: bytes.baseAddress, size: UInt32(bytes.count))
        try Self.check(gnutls_alpn_set_protocols(session, &datum, 1, 0))
      }
    }
    gnutls_transport_set_int2(session, descriptor, descriptor)
    gnutls_handshake_set_timeout(session, 10_000)
    var status: Int32
    repeat {
      status = gnutls_handshake(session)
    } while status < 0 && gnutls_error_is_fatal(status) == 0
    if status < 0 { throw alertOr(status) }
  }

  deinit {
    gnutls_deinit(session)
    gnutls_certificate_free_credentials(credentials)
  }

  var version: String? {
    gnutls_protocol_get_name(gnutls_protocol_get_version(session)).map { String(cString: $0) }
  }

  var serverSubject: String? {
    let subject = umg_peer_subject(session)
    defer { umg_free(subject.data) }
    return subject.data.map {
      String(
        decoding: UnsafeRawBufferPointer(start: $0, count: Int(subject.size)), as: UTF8.self)
    }
  }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { gnutls_record_send(session, $0.baseAddress, $0.count) }
      if count < 0, gnutls_error_is_fatal(Int32(count)) == 0 { continue }
      guard count > 0 else { throw Self.failure(Int32(count)) }
      rest = rest.dropFirst(count)
    }
  }

  /// What has been read from the socket and not taken yet; nil where that is nothing.
  func pending() throws -> [UInt8]? {
    gnutls_record_check_pending(session) > 0 ? try receive() : nil
  }

  /// The next bytes, for which it waits; nil at the end, empty where something else has come.
  func receive() throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16384)
    let count = gnutls_record_recv(session, &bytes, bytes.count)
    if count > 0 { return Array(bytes.prefix(count)) }
    if count == 0 {
      hasCloseNotify = true
      return nil
    }
    if gnutls_error_is_fatal(Int32(count)) == 0 { return [] }
    // The end of the stream, and nothing said of it.
    if Int32(count) == GNUTLS_E_PREMATURE_TERMINATION { return nil }
    if Int32(count) == GNUTLS_E_PULL_ERROR { throw RawClient.ConnectionReset() }
    throw alertOr(Int32(count))
  }

  private func alertOr(_ status: Int32) -> RawClient.Failure {
    guard status == GNUTLS_E_FATAL_ALERT_RECEIVED || status == GNUTLS_E_WARNING_ALERT_RECEIVED,
      let name = gnutls_alert_get_name(gnutls_alert_get(session))
    else { return Self.failure(status) }
    return RawClient.Failure(description: "alert: \(String(cString: name))")
  }

  private static func check(_ status: Int32) throws {
    if status < 0 { throw failure(status) }
  }

  private static func failure(_ status: Int32) -> RawClient.Failure {
    RawClient.Failure(description: String(cString: gnutls_strerror(status)))
  }
}
