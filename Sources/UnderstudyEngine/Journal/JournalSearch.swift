/// Finds the requests that fit a filter, also those that come or end while somebody waits.
package struct JournalSearch: Sendable {
  private let filter: JournalFilter
  /// How many are found at most.
  private let limit: Int
  /// Whether the newest are wanted, rather than the first.
  private let wantsNewest: Bool
  private var scan: JournalScan
  /// Those that are under way, whose end must tell.
  private var undecided: [JournalEntry] = []
  /// What was found, the oldest first.
  package private(set) var found: [JournalEntry] = []

  /// A search.
  ///
  /// - Parameters:
  ///   - filter: what must fit.
  ///   - after: the number behind which it begins; nil finds the newest.
  ///   - limit: how many are found at most.
  package init(_ filter: JournalFilter, after: Int?, limit: Int) {
    self.filter = filter
    self.limit = limit
    wantsNewest = after == nil
    // No number is so great that one more is none.
    scan = JournalScan(from: min(after ?? 0, .max - 1) + 1)
  }

  /// The number behind which the next search goes on.
  package var next: Int { scan.next - 1 }

  /// Looks at what has come, and at what has ended, since the last time.
  package mutating func advance(through journal: Journal) {
    for entry in undecided where filter.fits(entry) { found.append(entry) }
    undecided.removeAll { $0.ended != nil }
    var (found, undecided) = (found, undecided)
    let (filter, limit, wantsNewest) = (filter, limit, wantsNewest)
    scan.advance(
      through: journal,
      restart: {
        found = []
        undecided = []
      },
      { entry in
        if filter.fits(entry) {
          found.append(entry)
          if wantsNewest, found.count >= 2 * limit { found.removeFirst(found.count - limit) }
        } else if filter.asksForEnd, entry.ended == nil {
          undecided.append(entry)
        }
        return wantsNewest || found.count < limit
      })
    self.found = found.count > limit ? Array(found.suffix(limit)) : found
    self.undecided = undecided
  }
}
