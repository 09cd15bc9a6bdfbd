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
