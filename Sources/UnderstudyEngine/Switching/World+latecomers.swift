import Synchronization

/// Whoever drops the requests that wait finds those that wait already. One that was decided on before
/// and is still on its way there is a latecomer: it is dropped as soon as it has arrived.
extension World {
  /// Makes latecomers of all requests that were decided on before.
  package func dropLatecomers() {
    // A revision of its own: whoever is decided on from now on has it.
    let revision = update(.held) { _ in }.revision
    droppedRevision.store(revision, ordering: .sequentiallyConsistent)
  }

  /// Whether a request of this world is one.
  package func isLatecomer(_ entry: JournalEntry) -> Bool {
    isLatecomer(revision: entry.revision)
  }

  /// Whether a request of this world is one that was decided on with such a snapshot.
  package func isLatecomer(revision: Int) -> Bool {
    revision < droppedRevision.load(ordering: .sequentiallyConsistent)
  }
}
