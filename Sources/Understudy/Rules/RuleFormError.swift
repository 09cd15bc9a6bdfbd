/// What is wrong with the JSON form of a rule.
public struct RuleFormError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The field, such as `query.page` or `body.multipart[0].size`; empty is the rule itself.
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
    field.isEmpty ? "The rule \(reason)" : "Field '\(field)' \(reason)"
  }

  /// The same error inside a larger value.
  package func inside(_ prefix: String) -> RuleFormError {
    let inner = field.hasPrefix("[") || field.isEmpty ? field : ".\(field)"
    return RuleFormError(field: prefix + inner, reason: reason)
  }
}
