public import UnderstudyAPI

/// What happens in a world, as it happens; see ``MockControl/events()``.
///
/// One loop may read it.
public struct MockEvents: AsyncSequence, Sendable {
  /// What it is made of.
  public typealias Element = EventDescription

  private let stream: AsyncThrowingStream<EventDescription, any Error>

  init(_ stream: AsyncThrowingStream<EventDescription, any Error>) {
    self.stream = stream
  }

  /// Reads the events.
  public func makeAsyncIterator() -> Iterator { Iterator(stream.makeAsyncIterator()) }

  /// Reads events one by one.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: AsyncThrowingStream<EventDescription, any Error>.Iterator

    init(_ base: AsyncThrowingStream<EventDescription, any Error>.Iterator) {
      self.base = base
    }

    /// The next event; nil once the reader is cancelled, or the session has ended.
    public mutating func next() async throws -> EventDescription? { try await base.next() }
  }
}
