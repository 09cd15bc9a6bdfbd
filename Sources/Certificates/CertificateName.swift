package import GnuTLS
import Platform

/// A name that clients may reach the daemon under: a host, a wildcard or an address.
///
/// ```swift
/// CertificateName("Bücher.example")?.text  // "xn--bcher-kva.example"
/// CertificateName("*.example.com")?.text   // "*.example.com"
/// CertificateName("::1")?.text             // "::1"
/// CertificateName("https://example.com")   // nil
/// ```
package struct CertificateName: Sendable, Hashable {
  /// The name as certificates have it.
  package let subject: SubjectName

  /// The names of every leaf: those of this machine for itself.
  package static let local: [CertificateName] = [
    CertificateName(subject: .host("localhost")),
    CertificateName(subject: .address([127, 0, 0, 1])),
    CertificateName(subject: .address([UInt8](repeating: 0, count: 15) + [1])),
  ]

  /// A name that a certificate has.
  package init(subject: SubjectName) {
    self.subject = subject
  }

  /// Reads a name as people write it; nil where it is none, such as one with a scheme, a port or a
  /// path.
  ///
  /// A name with letters beyond ASCII becomes punycode (RFC 5891). A wildcard is the whole first
  /// label, above two others at least: clients take no other (RFC 9525, 6.3).
  package init?(_ text: String) {
    if let bytes = NumericAddress.bytes(text) {
      subject = .address(bytes)
      return
    }
    let isWildcard = text.hasPrefix("*.")
    let host = isWildcard ? String(text.dropFirst(2)) : text
    guard let ascii = Self.ascii(host) else { return nil }
    let labels = ascii.split(separator: ".", omittingEmptySubsequences: false)
    guard ascii.utf8.count <= 253 - (isWildcard ? 2 : 0), labels.count > (isWildcard ? 1 : 0),
      labels.allSatisfy({ Self.isLabel($0.utf8) }),
      // A name that ends in a number is an address to some clients and a host to others.
      let last = labels.last, !last.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    subject = .host((isWildcard ? "*." : "") + ascii)
  }

  /// The name as text.
  package var text: String {
    switch subject {
    case .host(let name): name
    case .address(let bytes): NumericAddress.text(bytes) ?? ""
    }
  }

  /// Whether it is `ID.localhost`, which leads to this machine (RFC 6761, 6.3).
  package var isBelowLocalhost: Bool {
    text.hasSuffix(".localhost") && text.split(separator: ".").count == 2
  }

  /// Whether a certificate for this name is good for another, too.
  package func covers(_ other: CertificateName) -> Bool {
    guard case .host(let own) = subject, own.hasPrefix("*."), case .host(let host) = other.subject,
      let dot = host.firstIndex(of: "."), dot > host.startIndex
    else { return subject == other.subject }
    return own.dropFirst().utf8.elementsEqual(host[dot...].utf8)
  }

  private static func ascii(_ host: String) -> String? {
    if host.utf8.allSatisfy({ $0 < 128 }) { return host.lowercased() }
    do throws(GnuTLSError) {
      return try HostName.ascii(host)
    } catch {
      return nil
    }
  }

  /// Letters, digits, hyphens and, as names inside of networks have them, underscores (RFC 1035,
  /// 2.3.1).
  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
      && label.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == hyphen
          || byte == UInt8(ascii: "_")
      }
  }
}
