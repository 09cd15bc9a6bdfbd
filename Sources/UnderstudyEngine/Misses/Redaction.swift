import Understudy

/// Which values are secret: those of header lines of some names, and all that bodies have.
///
/// Log and events do not show them, while misses and the journal do.
///
/// ```swift
/// let redaction = Redaction(["Authorization", "Cookie"])
/// redaction.sentence(difference)  // header 'Authorization' differs
/// ```
package struct Redaction: Sendable {
  private let names: [Header]

  /// Hides the values of header lines of these names, which compare without case.
  package init(_ names: [String]) {
    self.names = names.map { Header($0, "") }
  }

  /// Whether the value of a header line is secret.
  package func hides(_ name: String) -> Bool {
    names.contains { $0.isNamed(name) }
  }

  /// A difference in words, without what is secret; cookies are, where `Cookie` is, bodies always.
  package func sentence(_ difference: Difference) -> String {
    let isSecret =
      switch difference.part {
      case .header: difference.name.map(hides) ?? true
      case .cookie: hides("Cookie")
      case .body: true
      case .method, .path, .query, .host, .clientCertificate: false
      }
    return isSecret ? difference.discreetSentence : difference.sentence
  }
}
