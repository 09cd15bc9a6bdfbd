import Understudy
import UnderstudyAPI

/// The events of a daemon over as many connections as it takes.
struct EventFeed: Sendable {
  private let connection: AdminConnection
  /// How long it waits before it tries again.
  private let pauses: Duration

  /// How often it tries in a row.
  private static let attempts = 5

  init(_ connection: AdminConnection, pauses: Duration) {
    self.connection = connection
    self.pauses = pauses
  }

  /// The events from a connection on that has been made.
  func events(from first: TransportStream) -> AsyncThrowingStream<EventDescription, any Error> {
    let (events, continuation) = AsyncThrowingStream<EventDescription, any Error>.makeStream()
    let task = Task {
      do {
        try await run(from: first, continuation)
        continuation.finish()
      } catch {
        continuation.finish(throwing: error is CancellationError ? nil : error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return events
  }

  private func run(
    from first: TransportStream,
    _ continuation: AsyncThrowingStream<EventDescription, any Error>.Continuation
  ) async throws {
    var lastID: String?
    var stream: TransportStream? = first
    while let current = stream {
      do {
        var reader = ServerMessageReader()
        for try await piece in current.pieces {
          let messages = reader.read(piece)
          // A stream names the newest event before there is one to tell of.
          lastID = reader.lastID ?? lastID
          for message in messages {
            if let json = try? JSON(parsing: message.data),
              let event = EventDescription(name: message.name, json: json)
            {
              continuation.yield(event)
            }
          }
        }
      } catch is TransportError {
        // It broke off, and is made anew.
      }
      try Task.checkCancellation()
      stream = try await again(after: lastID)
    }
  }

  /// Another connection; nil where there is nothing to listen to any more.
  private func again(after lastID: String?) async throws -> TransportStream? {
    var attempt = 1
    while true {
      do {
        return try await connection.stream(
          AdminPath.events, headers: lastID.map { ["Last-Event-ID": $0] } ?? [:])
      } catch let error as MockError {
        switch error {
        case .refused(let refusal) where refusal.isCode(.unknownSession): return nil
        case .refused(let refusal) where refusal.isCode(.handedOver):
          guard attempt < Self.attempts else { throw error }
        case .noDaemon, .timedOut, .broken:
          guard attempt < Self.attempts else { throw error }
        default: throw error
        }
      }
      attempt += 1
      try await Task.sleep(for: pauses)
    }
  }
}
