import Understudy
import UnderstudyAPI

extension MockControl {
  /// What happens from now on: requests that begin, are held and end, and changes.
  ///
  /// ```swift
  /// for try await event in try await session.events() {
  ///   if case .ended(let request) = event { print(request.target) }
  /// }
  /// ```
  ///
  /// It returns once the daemon listens, so that nothing is missed that happens afterwards. A
  /// connection that breaks is made anew, and goes on behind the last event that came; what the daemon
  /// no longer has is told as `lost`. It ends when its task is cancelled, and when the session has
  /// ended; it throws where the daemon does not come back.
  ///
  /// - Throws: ``MockError``.
  public func events() async throws -> MockEvents {
    let first = try await connection.stream(AdminPath.events)
    return MockEvents(EventFeed(connection, pauses: .seconds(1)).events(from: first))
  }
}
