import Synchronization

/// Whoever drops the requests that wait finds those that wait already. One that was decided on before
/// and is still on its way there is a latecomer: it is dropped as soon as it has arrived.
extension World {
  /// Makes latecomers of all requests that were decided on before the last change.
  package func dropLatecomers() {
    droppedRevision.store(current.revision, ordering: .sequentiallyConsistent)
  }

  /// Whether a request of this world is one.
  package func isLatecomer(_ entry: JournalEntry) -> Bool {
    entry.revision < droppedRevision.load(ordering: .sequentiallyConsistent)
  }
}
