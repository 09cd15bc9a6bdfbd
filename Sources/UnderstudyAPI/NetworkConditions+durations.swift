import Understudy

extension NetworkConditions {
  /// Conditions by their parts; durations in whole milliseconds, rounded up.
  ///
  /// ```swift
  /// try await session.network(NetworkConditions(delay: .milliseconds(200), jitter: .milliseconds(50)))
  /// ```
  public init(
    delay: Duration?, jitter: Duration? = nil, bytesPerSecond: Int? = nil,
    failures: Failures? = nil
  ) {
    self.init(
      delayMilliseconds: delay?.wholeMilliseconds, jitterMilliseconds: jitter?.wholeMilliseconds,
      bytesPerSecond: bytesPerSecond, failures: failures)
  }
}
