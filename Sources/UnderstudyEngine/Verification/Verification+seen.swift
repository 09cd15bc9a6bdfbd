extension Verification {
  /// A request that was not counted, and why.
  package struct Near: Sendable {
    /// The request.
    package var entry: JournalEntry
    /// In what it differs.
    package var differences: [Difference]
  }

  /// How many of the newest requests are looked at for an explanation.
  static let lookBack = 512

  /// The requests that were counted, the newest `limit` of those on record.
  package func counted(in journal: JournalView, limit: Int = 10) -> [JournalEntry] {
    var found: [JournalEntry] = []
    var steps = 0
    var scan = JournalScan()
    scan.advance(through: journal) { entry in
      let isCounted: Bool
      switch subject {
      case .requests(let pick): isCounted = pick.takes(entry) == true
      case .unmatched(let expectation):
        isCounted = entry.isMatched == false && expectation.map { $0.fits(entry) == true } ?? true
      case .order(let picks):
        isCounted = steps < picks.count && picks[steps].takes(entry) == true
        if isCounted { steps += 1 }
      }
      if isCounted {
        found.append(entry)
        if found.count >= 2 * limit { found.removeFirst(limit) }
      }
      return true
    }
    return Array(found.suffix(limit))
  }

  /// The requests that come nearest to what was asked for without being it, nearest first.
  ///
  /// - Parameters:
  ///   - journal: the journal.
  ///   - entries: the routes.
  ///   - step: which of the steps of an order is missing.
  /// - Returns: three at most; of those that are equally near, the newer first.
  package func nearest(
    in journal: JournalView, _ entries: [RouteEntry], step: Int = 0
  ) -> [Near] {
    guard let pick = pick(step) else { return [] }
    let ofRoute = pick.route.map { RequestExpectation(entries[$0]) }
    var near: [(distance: Int, near: Near)] = []
    for entry in journal.newest(Self.lookBack) {
      guard let request = entry.request, pick.takes(entry) != true else { continue }
      let isOfRoute = entry.routed?.index == pick.route
      let expectations = [isOfRoute ? nil : ofRoute, pick.expectation].compactMap(\.self)
      let distance = expectations.reduce(0) { $0 + $1.distance(request) }
      guard distance > 0 else { continue }
      near.append((distance, Near(entry: entry, differences: [])))
    }
    // The sort is not stable: the number decides.
    near.sort {
      $0.distance != $1.distance
        ? $0.distance < $1.distance : $0.near.entry.seq > $1.near.entry.seq
    }
    return near.prefix(3).map { item in
      var near = item.near
      guard let request = near.entry.request else { return near }
      let isOfRoute = near.entry.routed?.index == pick.route
      near.differences = [isOfRoute ? nil : ofRoute, pick.expectation].compactMap(\.self)
        .flatMap { $0.differences(request) }
      return near
    }
  }

  private func pick(_ step: Int) -> Pick? {
    switch subject {
    case .requests(let pick): pick
    case .unmatched(let expectation):
      expectation.map { Pick(route: nil, expectation: $0) }
    case .order(let picks): step < picks.count ? picks[step] : nil
    }
  }
}
