/// Goes through the journal once, entry by entry as they come, and starts over where it is cleared.
///
/// ```swift
/// var scan = JournalScan(from: 1)
/// scan.advance(through: journal) { entry in … }
/// ```
package struct JournalScan: Sendable {
  /// The number of the next entry to look at.
  package private(set) var next: Int
  /// How many entries were dropped from the record before they could be looked at.
  package private(set) var missing = 0
  private var generation: Int?
  /// How many requests of the world came before the next; nil where nobody knows yet.
  private var passed: Int?

  /// Begins at a number.
  package init(from seq: Int = 1) {
    next = seq
    // From the first number on, everything that is not seen is missing.
    passed = seq <= 1 ? 0 : nil
  }

  /// Shows every entry that is new.
  ///
  /// - Parameters:
  ///   - journal: the journal.
  ///   - restart: called where the journal was cleared since the last time: what was seen is void.
  ///   - visit: takes an entry; false ends the walk behind it.
  package mutating func advance(
    through journal: JournalView, restart: () -> Void = {}, _ visit: (JournalEntry) -> Bool
  ) {
    while true {
      let page = journal.page(from: next)
      if let generation, generation != page.generation {
        missing = 0
        passed = 0
        restart()
      }
      generation = page.generation
      if let ordinal = page.ordinal {
        missing += ordinal - (passed ?? ordinal)
        passed = ordinal
      }
      for entry in page.entries {
        next = entry.seq + 1
        passed = passed.map { $0 + 1 }
        if !visit(entry) { return }
      }
      next = page.next
      if page.entries.isEmpty { return }
    }
  }
}
