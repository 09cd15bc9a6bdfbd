/// How a computed outcome comes about.
package enum Computation: Sendable {
  /// On a thread of its own, which it may keep waiting.
  case now(@Sendable (Request) throws -> Outcome)
  /// In a task, which waits without a thread.
  case later(@Sendable (Request) async throws -> Outcome)
}
