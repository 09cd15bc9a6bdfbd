package import Certificates
package import GnuTLS
package import Platform
package import Understudy

/// The certificates that the development CA has signed: the daemon's own, and those that fail.
///
/// A client gets the daemon's own, whatever name it asks for, so that a name that nobody has given is
/// refused as a real server's would be. Names below `localhost`, which belong to sessions, get one
/// that is for them too; so does every name once somebody has chosen a profile, since what fails must
/// fail for one reason alone.
package final class DevelopmentIdentities: IdentitySource {
  private let store: CertificateStore
  private let clock: @Sendable () -> WallTime
  private let ready = Lock([Order: Ready]())

  private struct Order: Hashable {
    var profile: TLSProfile?
    var name: String?
  }

  private struct Ready {
    var identity: Identity
    var until: Int
  }

  /// For how many seconds nothing is asked of the store, which knows when to make others.
  private static let freshness = 60
  /// What is kept at most: clients may ask for any name.
  private static let capacity = 512

  /// The certificates of a folder.
  ///
  /// - Parameters:
  ///   - store: makes them.
  ///   - clock: tells the present.
  package init(_ store: CertificateStore, clock: @escaping @Sendable () -> WallTime = { .now }) {
    self.store = store
    self.clock = clock
  }

  package func identity(
    _ profile: TLSProfile?, for name: String?
  ) throws(IdentityProblem) -> Identity {
    let now = clock().seconds
    let order = Order(profile: profile, name: name)
    if let ready = ready.withLock({ $0[order] }), now < ready.until { return ready.identity }
    let identity = try make(profile, for: name)
    ready.withLock { ready in
      if ready.count >= Self.capacity { ready = [:] }
      ready[order] = Ready(identity: identity, until: now + Self.freshness)
    }
    return identity
  }

  private func make(
    _ profile: TLSProfile?, for name: String?
  ) throws(IdentityProblem) -> Identity {
    do {
      let further = name.flatMap(CertificateName.init).flatMap { name in
        profile != nil || name.isBelowLocalhost ? name : nil
      }
      let flaw = profile.flatMap { CertificateFlaw(rawValue: $0.rawValue) }
      let chain = try store.chain(flaw, with: further)
      return try Identity(certificatePEM: chain.certificatePEM, keyPEM: chain.keyPEM())
    } catch let error as CertificateError {
      throw .failed(error.message)
    } catch {
      throw .failed("The certificate cannot be presented: \(error).")
    }
  }
}
