package import Understudy

/// Why there is nothing to present.
package enum IdentityProblem: Error, Sendable, Hashable {
  /// Certificates are the user's own, and none of them is wrong in this way.
  case givenCertificates(TLSProfile)
  /// It cannot be made, for a reason as a person reads it.
  case failed(String)

  /// The problem as a sentence.
  package var message: String {
    switch self {
    case .givenCertificates(let profile):
      "The certificate was given with --tls-cert, and there is none that goes wrong as "
        + "'\(profile.rawValue)' does."
    case .failed(let reason): reason
    }
  }
}
