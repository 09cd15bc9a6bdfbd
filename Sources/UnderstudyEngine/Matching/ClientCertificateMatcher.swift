import GnuTLS
import Understudy

/// The rule for the subject of a client's certificate.
struct ClientCertificateMatcher: Sendable {
  private let rule: ValueMatcher

  init(_ rule: ValueRule) {
    self.rule = ValueMatcher(rule)
  }

  /// Whether a request fits; one without a certificate fits where it may be missing.
  func fits(_ request: ReceivedRequest) -> Bool {
    rule.verdict(on: values(request), .singleLine) == .fits
  }

  /// In what the certificate does not fit; nil where it does.
  func difference(_ request: ReceivedRequest) -> Difference? {
    let values = values(request)
    let verdict = rule.verdict(on: values, .singleLine)
    if verdict == .fits { return nil }
    return Difference(
      .clientCertificate, expected: rule.words, actual: rule.words(for: values, verdict),
      hint: request.tls == nil ? "The request came without TLS." : nil)
  }

  /// Whether no request fits both.
  func excludes(_ other: ClientCertificateMatcher) -> Bool {
    rule.excludes(other.rule, .singleLine)
  }

  private func values(_ request: ReceivedRequest) -> [ValueMatcher.Value] {
    request.tls?.clientSubject.map { [Array($0.utf8)[...]] } ?? []
  }
}
