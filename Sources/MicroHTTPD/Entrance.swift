/// A listening socket that the parking lot's thread watches.
struct Entrance: Sendable {
  /// The socket's number in the lot, which no other has had: descriptors come again.
  let number: UInt64
  let descriptor: Int32
  /// The port that it belongs to; nil for the daemon's own.
  let port: SidePort?
  /// Whether what comes in by it speaks TLS.
  let isSecure: Bool
}
