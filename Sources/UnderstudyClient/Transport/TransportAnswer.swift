/// A whole answer as a ``Transport`` brings it.
public struct TransportAnswer: Sendable, Hashable {
  /// The status.
  public var status: Int
  /// The body.
  public var body: [UInt8]

  /// An answer by its parts.
  public init(status: Int, body: [UInt8] = []) {
    self.status = status
    self.body = body
  }
}
