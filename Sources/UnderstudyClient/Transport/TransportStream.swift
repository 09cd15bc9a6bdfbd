/// An answer that stays open, as a ``Transport`` brings it.
public struct TransportStream: Sendable {
  /// The status.
  public var status: Int
  /// The body, piece by piece; ends with the answer, and fails with a ``TransportError`` where that breaks off.
  public var pieces: AsyncThrowingStream<[UInt8], any Error>

  /// An answer by its parts.
  public init(status: Int, pieces: AsyncThrowingStream<[UInt8], any Error>) {
    self.status = status
    self.pieces = pieces
  }
}
