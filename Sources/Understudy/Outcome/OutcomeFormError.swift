/// What is wrong with the JSON form of an outcome.
public struct OutcomeFormError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The field, such as `status` or `sequence[1].fixture`; empty is the outcome itself.
  public var field: String
  /// What is wrong with it and what would be right.
  public var reason: String

  /// Names a field and what is wrong with it.
  public init(field: String, reason: String) {
    self.field = field
    self.reason = reason
  }

  /// The field and the reason in one line.
  public var description: String {
    field.isEmpty ? "The outcome \(reason)" : "Field '\(field)' \(reason)"
  }

  /// The same error inside a larger value.
  package func inside(_ prefix: String) -> OutcomeFormError {
    OutcomeFormError(field: field.isEmpty ? prefix : "\(prefix).\(field)", reason: reason)
  }
}
