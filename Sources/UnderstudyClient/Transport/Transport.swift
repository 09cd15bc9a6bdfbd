/// Carries the calls of a client to a daemon.
///
/// ``URLSessionTransport`` is the usual one; a test of code that uses a client may bring its own.
public protocol Transport: Sendable {
  /// Makes a call and waits for the whole answer.
  ///
  /// - Parameter request: the call.
  /// - Returns: the answer, whatever its status.
  /// - Throws: ``TransportError`` where there is none; `CancellationError`.
  func answer(to request: TransportRequest) async throws -> TransportAnswer

  /// Makes a call whose answer stays open.
  ///
  /// Letting go of the answer's bytes closes it.
  ///
  /// - Parameter request: the call.
  /// - Returns: the answer, as soon as it has begun.
  /// - Throws: ``TransportError`` where none begins; `CancellationError`.
  func stream(_ request: TransportRequest) async throws -> TransportStream
}
