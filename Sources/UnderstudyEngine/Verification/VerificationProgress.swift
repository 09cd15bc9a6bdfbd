package import Platform

/// How far a verification has come; looks at each request once.
///
/// Plain counts of a route, or of what no route took, come from the journal's exact counts. For
/// anything else the requests themselves must be looked at: what was dropped before that is
/// missing, and no answer is guessed.
package struct VerificationProgress: Sendable {
  private let verification: Verification
  private let startedAt: Moment
  private var scan = JournalScan()
  private var reachedAt: Moment?
  /// How many requests were there whose bodies were not, and had to be.
  private var unknown = 0
  /// How many requests were counted; steps that were taken of an order.
  package private(set) var count = 0
  /// How many requests could not be looked at any more, or not at all of them.
  package private(set) var missing = 0

  /// What has been decided.
  package enum Verdict: Sendable, Hashable {
    /// It is so.
    case passed
    /// It is not so.
    case failed
    /// Nobody can tell: requests that would have to be looked at were dropped.
    case incomplete
  }

  /// Nothing has been looked at yet.
  package init(_ verification: Verification, startedAt: Moment) {
    self.verification = verification
    self.startedAt = startedAt
  }

  /// When it is decided though nothing changes, where that is before its limit.
  package var nextLook: Moment? {
    guard case .exactly = verification.count, verification.settle > .zero else { return nil }
    return reachedAt.map { $0 + verification.settle } ?? startedAt + verification.within
  }

  /// Looks at what is new, and decides if it can.
  ///
  /// - Parameters:
  ///   - journal: the journal.
  ///   - now: the present.
  ///   - isLast: whether it must decide.
  /// - Returns: the verdict; nil where it is open.
  package mutating func verdict(
    _ journal: JournalView, at now: Moment, isLast: Bool = false
  ) -> Verdict? {
    advance(journal)
    let isOver = isLast || now >= startedAt + verification.within
    if case .order(let steps) = verification.subject {
      if count == steps.count { return .passed }
      return isOver ? negative : nil
    }
    switch verification.count {
    case .atLeast(let number):
      if count >= number { return .passed }
      return isOver ? negative : nil
    case .atMost(let number):
      if count > number { return .failed }
      if missing > 0 { return .incomplete }
      return isLast || now >= startedAt + verification.limit ? .passed : nil
    case .exactly(let number):
      if count > number { return .failed }
      if missing > 0 { return .incomplete }
      guard count == number else {
        reachedAt = nil
        return isOver ? .failed : nil
      }
      let reached = reachedAt ?? now
      reachedAt = reached
      return isLast || now >= reached + verification.settle ? .passed : nil
    }
  }

  /// What is said where too little was seen: what was dropped may have been it.
  private var negative: Verdict { missing > 0 ? .incomplete : .failed }

  private mutating func advance(_ journal: JournalView) {
    switch verification.subject {
    case .requests(let pick) where pick.expectation == nil && pick.route != nil:
      count = pick.route.map(journal.hits(ofRoute:)) ?? 0
    case .requests(let pick): walk(journal) { _, entry in pick.takes(entry) }
    case .unmatched(nil): count = journal.counts.unmatched
    case .unmatched(let expectation?):
      walk(journal) { _, entry in entry.isMatched == false ? expectation.fits(entry) : false }
    case .order(let steps):
      walk(journal) { count, entry in count < steps.count ? steps[count].takes(entry) : false }
    }
  }

  /// Counts the new requests that a closure takes; it sees how many there were before.
  private mutating func walk(
    _ journal: JournalView, _ takes: (_ count: Int, _ entry: JournalEntry) -> Bool?
  ) {
    var (count, unknown) = (count, unknown)
    scan.advance(
      through: journal,
      restart: {
        count = 0
        unknown = 0
      },
      { entry in
        switch takes(count, entry) {
        case true?: count += 1
        case nil: unknown += 1
        case false?: break
        }
        return true
      })
    self.count = count
    self.unknown = unknown
    missing = scan.missing + unknown
  }
}
