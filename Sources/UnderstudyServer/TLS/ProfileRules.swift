import Understudy
import UnderstudyEngine

/// Which TLS profiles can be chosen, by what the daemon presents and where its admin API is.
struct ProfileRules: Sendable {
  /// Who has the certificates; nil where the daemon speaks no TLS.
  let identities: (any IdentitySource)?
  /// Whether the port for TLS is the only one, so that the admin API is reached by it alone.
  let hasOneDoor: Bool

  /// Why a scenario's profile cannot be chosen; nil where it can be, or has none.
  ///
  /// Without TLS nobody meets it, and the rest of the scenario can be had.
  ///
  /// - Parameters:
  ///   - name: the scenario.
  ///   - board: has it.
  ///   - isBase: whether it is for those that belong to no session.
  /// - Returns: the refusal.
  func refusal(
    ofScenario name: String?, _ board: Switchboard, isBase: Bool
  ) -> SwitchProblem? {
    guard let name, let profile = board.tls(ofScenario: name), let identities else { return nil }
    if isBase, hasOneDoor, profile.stopsClients {
      return .profile(profile, scenario: name, reason: Self.lockedOut)
    }
    return missing(profile, identities).map {
      .profile(profile, scenario: name, reason: $0.message)
    }
  }

  /// Why there is no certificate for a profile; nil where it needs none, or has one.
  func missing(_ profile: TLSProfile, _ identities: any IdentitySource) -> IdentityProblem? {
    guard profile.needsIdentity else { return nil }
    do throws(IdentityProblem) {
      _ = try identities.identity(profile, for: nil)
      return nil
    } catch {
      return error
    }
  }

  private static let lockedOut =
    "The admin API is at the port for HTTPS alone (--port off), and nobody could take it back: "
    + "choose it for a session, or start with --admin-port."
}

extension TLSProfile {
  /// Whether clients that verify do not get in, even those that are told to trust the CA.
  var stopsClients: Bool {
    switch self {
    case .expired, .notYetValid, .wrongHost, .selfSigned, .untrustedRoot, .incompleteChain,
      .handshakeReset, .handshakeStall:
      true
    case .otherPin, .tls12Only, .tls13Only: false
    }
  }
}
