/// Why a certificate and a key are no identity.
package struct IdentityError: Error, Sendable, Hashable {
  /// Which of several it is, from 0 on.
  package var place: Int
  /// Why.
  package var reason: Reason

  /// What is wrong with a certificate and a key.
  package enum Reason: Sendable, Hashable {
    /// There is no certificate in PEM.
    case noCertificate
    /// There is no private key in PEM.
    case noKey
    /// The key needs a passphrase.
    case encryptedKey
    /// The key is another than the certificate's.
    case keyOfAnother
    /// It cannot be used, in GnuTLS's words.
    case unusable(String)
  }

  /// An error by its parts.
  package init(place: Int = 0, reason: Reason) {
    self.place = place
    self.reason = reason
  }
}
