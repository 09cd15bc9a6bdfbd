/// The one thing that is wrong with a chain that clients must refuse.
///
/// All else about it is right: its names, dates and signatures, and its key, so that a client that
/// pins the key refuses it for this alone.
package enum CertificateFlaw: String, Sendable, Hashable, CaseIterable {
  /// It was valid until yesterday.
  case expired
  /// It becomes valid in a month.
  case notYetValid
  /// It is for another host.
  case wrongHost
  /// It has signed itself.
  case selfSigned
  /// An authority that nobody trusts has signed it, and is sent along.
  case untrustedRoot
  /// An authority below the trusted one has signed it, and is not sent along.
  case incompleteChain
  /// It has another key: nothing is wrong but for clients that pin the key, or the certificate.
  case otherPin
}
