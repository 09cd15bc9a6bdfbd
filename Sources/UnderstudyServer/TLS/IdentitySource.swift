package import GnuTLS
package import Understudy

/// Who has the keys and certificates that a daemon presents.
package protocol IdentitySource: Sendable {
  /// What is presented; called for each handshake, on its worker, so that it must be quick.
  ///
  /// - Parameters:
  ///   - profile: what shall be wrong with it; nil, and one that is about versions alone, is nothing.
  ///   - name: the server that the client asked for, in small letters; nil where it asked for none.
  /// - Returns: the identity.
  /// - Throws: ``IdentityProblem`` where there is none.
  func identity(
    _ profile: TLSProfile?, for name: String?
  ) throws(IdentityProblem) -> Identity
}

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
