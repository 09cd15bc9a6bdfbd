package import Platform

/// What placeholders take from outside of requests.
package struct Surroundings: Sendable {
  /// The daemon's URL as each client knows it.
  package var base: BaseURL
  /// The time of day; a test sets its own.
  package var wallTime: @Sendable () -> WallTime

  /// The system's time and a URL that may be set later.
  package init(
    base: BaseURL = BaseURL(), wallTime: @escaping @Sendable () -> WallTime = { .now }
  ) {
    self.base = base
    self.wallTime = wallTime
  }
}
