/// How fast the body of an answer is sent, from the moment at which its head is.
///
/// No byte is early. The times are those of the daemon's clock, and nobody waits for them on a thread.
public enum Pace: Sendable, Hashable {
  /// So many bytes a second: the last of a body of 1000 comes after a second at 1000.
  case steady(bytesPerSecond: Int)
  /// So many pieces of equal length, at equal distances, the last at the end of the time.
  ///
  /// For bodies whose length is known; others are sent as they come.
  case pieces(Int, over: Duration)
}
