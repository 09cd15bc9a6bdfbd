/// Something that happened, for those who look on.
package enum Event: Sendable {
  /// A request is on record, and its answer is on its way.
  case began(JournalEntry)
  /// A request waits until somebody releases it.
  case held(JournalEntry)
  /// A request has ended.
  case ended(JournalEntry)
  /// Something is set otherwise now.
  case changed(Part, revision: Int)

  /// What is set.
  package enum Part: String, Sendable, Hashable, CaseIterable {
    case choices, network, positions, journal
  }
}
