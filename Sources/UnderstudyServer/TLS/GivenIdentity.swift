package import GnuTLS
package import Understudy

/// The keys and certificates that somebody has given; GnuTLS chooses the one for a client's name.
package struct GivenIdentity: IdentitySource {
  private let given: Identity

  /// Presents this one.
  package init(_ identity: Identity) {
    given = identity
  }

  package func identity(
    _ profile: TLSProfile?, for name: String?
  ) throws(IdentityProblem) -> Identity {
    if let profile, profile.needsIdentity { throw .givenCertificates(profile) }
    return given
  }
}
