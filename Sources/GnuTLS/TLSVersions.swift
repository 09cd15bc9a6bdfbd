internal import CGnuTLS

/// The versions of TLS that a connection may have.
package enum TLSVersions: Sendable, Hashable, CaseIterable {
  /// TLS 1.2 (RFC 5246) and 1.3 (RFC 8446).
  case both
  /// TLS 1.2 alone.
  case only12
  /// TLS 1.3 alone.
  case only13

  /// Their numbers in messages, the highest first.
  var numbers: [UInt16] {
    switch self {
    case .both: [0x0304, 0x0303]
    case .only12: [0x0303]
    case .only13: [0x0304]
    }
  }

  /// What is agreed on with clients that speak these.
  var priorities: Priorities? {
    switch self {
    case .both: Priorities.both
    case .only12: Priorities.only12
    case .only13: Priorities.only13
    }
  }
}

/// What is agreed on with a client, whatever the system's defaults are.
///
/// Ciphers that encrypt and authenticate in one, and keys that are made for each connection; nothing
/// else.
@safe
final class Priorities: @unchecked Sendable {
  // Safety: never changed after init; sessions only read it.

  let handle: gnutls_priority_t
  /// Those of TLS 1.2 that go with a key of RSA.
  private let suites: Set<UInt16>
  /// Those of TLS 1.2 that go with a key of a curve.
  private let suitesOfCurves: Set<UInt16>
  private let suitesOfTLS13: Set<UInt16>

  fileprivate static let both = Priorities("+VERS-TLS1.3:+VERS-TLS1.2")
  fileprivate static let only12 = Priorities("+VERS-TLS1.2")
  fileprivate static let only13 = Priorities("+VERS-TLS1.3")

  private init?(_ versions: String) {
    let text =
      "NORMAL:-VERS-ALL:\(versions):-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:-CIPHER-ALL:+AES-256-GCM"
      + ":+AES-128-GCM:+CHACHA20-POLY1305:-MAC-ALL:+AEAD:-SIGN-RSA-SHA1:-SIGN-ECDSA-SHA1"
    guard let handle = unsafe umg_priorities(text) else { return nil }
    unsafe self.handle = handle
    var (old, curves, new): (Set<UInt16>, Set<UInt16>, Set<UInt16>) = ([], [], [])
    var suite = umg_suite()
    var place: UInt32 = 0
    while unsafe umg_suite_at(handle, place, &suite) != 0 {
      place += 1
      guard suite.number != 0 else { continue }
      if suite.is_tls13 != 0 {
        new.insert(suite.number)
      } else if suite.is_of_curve != 0 {
        curves.insert(suite.number)
      } else {
        old.insert(suite.number)
      }
    }
    suites = old
    suitesOfCurves = curves
    suitesOfTLS13 = new
  }

  /// Whether a client's suites, groups and signatures fit a version and one of a server's keys.
  ///
  /// GnuTLS finds that out too, but tells the client nothing.
  func fits(_ hello: ClientHello, version: UInt16, _ kinds: Set<KeyKind?>) -> Bool {
    guard hello.groups.isEmpty || hello.groups.contains(where: Self.isKnown) else { return false }
    return kinds.contains { kind in
      guard let kind else { return true }
      let known =
        version == 0x0304 ? suitesOfTLS13 : kind.isOfCurve ? suitesOfCurves : suites
      return kind.fits(hello, version: version)
        && hello.cipherSuites.contains { known.contains($0) }
    }
  }

  /// Whether a group is one of GnuTLS's: P-256, P-384, P-521, X25519, X448, or of integers
  /// (RFC 8446, 4.2.7).
  private static func isKnown(_ group: UInt16) -> Bool {
    [23, 24, 25, 29, 30].contains(group) || (256...260).contains(group)
  }

  deinit { unsafe gnutls_priority_deinit(handle) }
}
