import Platform

/// The answers that stay open and take what is sent to them from outside.
package final class OpenStreams: Sendable {
  private let state = Lock([Int: (entry: JournalEntry, stream: OutcomeStream)]())

  /// None.
  package init() {}

  /// Those of some requests, the oldest first.
  package func all(of view: JournalView) -> [JournalEntry] {
    state.withLock { Array($0.values.map(\.entry)) }
      .filter { view.contains($0) }.sorted { $0.seq < $1.seq }
  }

  /// How many there are.
  package var count: Int { state.withLock { $0.count } }

  /// The request of a number; nil where its answer is not open.
  package func entry(_ seq: Int) -> JournalEntry? { state.withLock { $0[seq]?.entry } }

  /// Sends bytes to the client of a request; false where its answer is not open.
  package func send(_ bytes: [UInt8], to seq: Int) -> Bool { stream(seq)?.send(bytes) ?? false }

  /// Ends the answer to a request as it would end by itself; false where it is not open.
  package func end(_ seq: Int) -> Bool { stream(seq)?.end() ?? false }

  func add(_ stream: OutcomeStream, _ entry: JournalEntry) {
    state.withLock { $0[entry.seq] = (entry, stream) }
  }

  func remove(_ entry: JournalEntry) {
    state.withLock { $0[entry.seq] = nil }
  }

  private func stream(_ seq: Int) -> OutcomeStream? { state.withLock { $0[seq]?.stream } }
}
