/// Why a ``Transport`` has no answer.
public enum TransportError: Error, Sendable, Hashable {
  /// Nobody listens there.
  case noListener
  /// Nothing has come for as long as the call allows.
  case timedOut
  /// Something else; what, as a person reads it.
  case other(String)
}
