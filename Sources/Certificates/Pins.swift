package import GnuTLS
import Platform

/// The digests by which clients know a certificate or its key again.
package struct Pins: Sendable, Hashable {
  private let certificate: [UInt8]
  private let publicKey: [UInt8]

  /// The SHA-256 of a certificate and of its public key.
  package init(of certificate: Certificate) {
    self.certificate = SHA256.digest(of: certificate.der)
    publicKey = SHA256.digest(of: certificate.publicKey)
  }

  /// The certificate's digest as browsers and `openssl x509 -fingerprint` show it: `AB:CD:...`.
  package var fingerprint: String {
    certificate.map { Hexadecimal.text([$0]).uppercased() }.joined(separator: ":")
  }

  /// The certificate's digest as `sha256/BASE64`.
  package var certificatePin: String { "sha256/\(Base64Text.string(certificate))" }

  /// The public key's digest (RFC 7469, 2.4) as `sha256/BASE64`, which curl's `--pinnedpubkey`
  /// takes with `//`.
  package var publicKeyPin: String { "sha256/\(publicKeyDigest)" }

  /// The public key's digest in base64 alone: `SPKI-SHA256-BASE64` of Apple's `NSPinnedDomains`,
  /// an entry of TrustKit's `TSKPublicKeyHashes`.
  package var publicKeyDigest: String { Base64Text.string(publicKey) }
}
