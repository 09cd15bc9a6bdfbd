/// What is kept for a connection from its first to its last request.
final class ConnectionState: @unchecked Sendable {
  // Safety: the library calls back for one connection on one thread at a time.

  /// How many requests it has had.
  @safe @exclusivity(unchecked) var requestCount = 0
  /// The header lines of its last request.
  @safe @exclusivity(unchecked) var head = HeadLines()
  /// A note of the handler's about requests with these lines.
  @safe @exclusivity(unchecked) var note: AnyObject?
  /// What the port knows of it by which it came; nil for the daemon's own addresses.
  @safe @exclusivity(unchecked) var side: SideConnection?
}
