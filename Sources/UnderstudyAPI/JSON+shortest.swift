import Understudy

extension JSON {
  /// A number without a fraction where it is whole: 30 seconds are `30`, not `30.0`.
  static func shortest(_ value: Double) -> JSON {
    Int(exactly: value).map { .int($0) } ?? .double(value)
  }
}
