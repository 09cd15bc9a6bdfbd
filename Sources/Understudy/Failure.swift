/// What a failing standard variant tells its group, which makes the body from it.
///
/// ```swift
/// RouteGroup("account", failures: { failure in
///   .json(["flag": .int(failure.status), "message": .string(failure.message), "data": nil])
/// }) { … }
/// ```
///
/// The outcome that the closure returns gets the failure's status unless it sets another: some
/// backends fail inside a 200. It also gets `WWW-Authenticate` or `Retry-After` where the variant
/// has one and the outcome does not set it.
public struct Failure: Sendable, Hashable {
  /// The variant that is asked for, such as ``Variant/serverError``.
  public var variant: Variant
  /// The HTTP status that the variant stands for, such as 500.
  public var status: Int
  /// The status in words, such as `Internal Server Error`.
  public var message: String

  /// Makes a failure, as a test of a group's `failures` closure does.
  public init(variant: Variant, status: Int, message: String) {
    self.variant = variant
    self.status = status
    self.message = message
  }
}
