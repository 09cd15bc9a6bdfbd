internal import CGnuTLS

/// Why a connection never came to its first request.
package enum HandshakeFailure: Sendable, Hashable, CaseIterable {
  /// The client's first message cannot be read.
  case unreadable
  /// The client speaks none of the versions (RFC 8446, 4.2.1).
  case noVersion
  /// The client speaks none of the protocols inside (RFC 7301, 3.2).
  case noProtocol
  /// The client has none of the ciphers, groups or signatures.
  case noCipher
  /// There is no certificate for the name.
  case noIdentity
  /// The client has no certificate, and must.
  case noClientCertificate
  /// The client's certificate was signed by somebody unknown.
  case foreignClientCertificate
  /// The client's certificate has ended, or not begun.
  case untimelyClientCertificate
  /// The client's certificate cannot be taken for another reason.
  case badClientCertificate
  /// The client has read the certificate, and gone, or sent an alert.
  case brokenOff
  /// The client did not go on in time.
  case tooLong
  /// This side cannot go on: by what the client has sent, or by a fault of its own.
  case failedHere
  /// The client speaks HTTP without TLS.
  case plainText

  /// What the client is told (RFC 8446, 6.2); nil where it is told nothing.
  func alert(isTLS13: Bool) -> gnutls_alert_description_t? {
    switch self {
    case .unreadable: GNUTLS_A_DECODE_ERROR
    case .noVersion: GNUTLS_A_PROTOCOL_VERSION
    case .noProtocol: GNUTLS_A_NO_APPLICATION_PROTOCOL
    case .noCipher: GNUTLS_A_HANDSHAKE_FAILURE
    case .noIdentity: GNUTLS_A_UNRECOGNIZED_NAME
    // TLS 1.2 has no alert for it (RFC 5246, 7.4.6).
    case .noClientCertificate:
      isTLS13 ? GNUTLS_A_CERTIFICATE_REQUIRED : GNUTLS_A_HANDSHAKE_FAILURE
    case .foreignClientCertificate: GNUTLS_A_UNKNOWN_CA
    case .untimelyClientCertificate: GNUTLS_A_CERTIFICATE_EXPIRED
    case .badClientCertificate: GNUTLS_A_BAD_CERTIFICATE
    case .failedHere: GNUTLS_A_INTERNAL_ERROR
    case .brokenOff, .tooLong, .plainText: nil
    }
  }
}
