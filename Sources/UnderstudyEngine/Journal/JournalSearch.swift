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

  /// Whether a request is about to end that was found, or whose end may make it one.
  package var isAboutToChange: Bool {
    found.contains(where: \.isEnding)
      || filter.asksForEnd && undecided.contains(where: \.isEnding)
  }

  /// The number behind which the next search goes on.
  ///
  /// Where more ended at once than are wanted, that is the last of those that were found.
  package var next: Int {
    if !wantsNewest, found.count == limit, let last = found.last { return last.seq }
    return scan.next - 1
  }

  /// Looks at what has come, and at what has ended, since the last time.
  package mutating func advance(through journal: JournalView) {
    let (filter, limit, wantsNewest) = (filter, limit, wantsNewest)
    var (found, undecided) = (found, [JournalEntry]())
    var decided: [JournalEntry] = []
    for entry in self.undecided {
      // Asked first: one that ends meanwhile is looked at again.
      let hasEnded = entry.ended != nil
      if filter.fits(entry) { decided.append(entry) } else if !hasEnded { undecided.append(entry) }
    }
    if !decided.isEmpty { found = (found + decided).sorted { $0.seq < $1.seq } }
    scan.advance(
      through: journal,
      restart: {
        found = []
        undecided = []
      },
      { entry in
        let hasEnded = !filter.mayFitLater || entry.ended != nil
        if filter.fits(entry) {
          found.append(entry)
          if wantsNewest, found.count >= 2 * limit { found.removeFirst(found.count - limit) }
        } else if !hasEnded {
          undecided.append(entry)
        }
        return wantsNewest || found.count < limit
      })
    self.found = Array(wantsNewest ? found.suffix(limit) : found.prefix(limit))
    self.undecided = undecided
  }
}
