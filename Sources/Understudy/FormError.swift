/// What is wrong with the JSON form of an outcome or a rule.
public struct FormError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was read.
  public var subject: Subject
  /// The field, such as `status`, `sequence[1].fixture` or `query.page`; empty is the whole.
  public var field: String
  /// What is wrong with it and what would be right.
  public var reason: String

  /// What has a JSON form.
  public enum Subject: String, Sendable, Hashable {
    /// An ``Outcome``.
    case outcome
    /// A rule of a route or of a verification.
    case rule
  }

  /// Names a field and what is wrong with it.
  public init(_ subject: Subject, field: String, reason: String) {
    self.subject = subject
    self.field = field
    self.reason = reason
  }

  /// The field and the reason in one line.
  public var description: String {
    field.isEmpty ? "The \(subject.rawValue) \(reason)" : "Field '\(field)' \(reason)"
  }

  /// The same error inside a larger value.
  package func inside(_ prefix: String) -> FormError {
    let inner = field.hasPrefix("[") || field.isEmpty ? field : ".\(field)"
    return FormError(subject, field: prefix + inner, reason: reason)
  }
}
