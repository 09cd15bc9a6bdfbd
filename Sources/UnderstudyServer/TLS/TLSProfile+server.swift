import GnuTLS
package import Understudy

extension TLSProfile {
  /// Whether it takes another certificate than the usual.
  package var needsIdentity: Bool {
    switch self {
    case .expired, .notYetValid, .wrongHost, .selfSigned, .untrustedRoot, .incompleteChain,
      .otherPin:
      true
    case .tls12Only, .tls13Only, .handshakeReset, .handshakeStall: false
    }
  }

  /// The versions that are spoken.
  var versions: TLSVersions {
    switch self {
    case .tls12Only: .only12
    case .tls13Only: .only13
    default: .both
    }
  }
}
