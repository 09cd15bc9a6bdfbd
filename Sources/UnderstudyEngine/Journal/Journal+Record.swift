import MicroHTTPD

extension Journal {
  /// What the journal's lock guards: the entries in a ring, and the counts.
  struct Record: Sendable {
    private(set) var counts = Counts()
    /// How many requests each route has taken.
    private(set) var hits: [Int]

    /// Grows up to the limit, then turns over: the entry of a number lies at its remainder.
    private var ring: [JournalEntry?] = []
    /// What each entry costs, at the same place.
    private var costs: [Int] = []
    /// The number of the oldest entry; one more than the last where there is none.
    private var first = 1
    /// The number of the first entry since the last clearing.
    private var base = 1
    private var cost = 0

    init(routeCount: Int) {
      hits = Array(repeating: 0, count: routeCount)
    }
  }
}

extension Journal.Record {
  /// Adds an entry, and gives back those that had to make room.
  mutating func add(_ entry: JournalEntry, _ limits: Journal.Limits) -> Dropped {
    counts.total += 1
    counts.lastSeq += 1
    entry.setSeq(counts.lastSeq)
    switch entry.disposition {
    case .route(let routed): hits[routed.index] += 1
    case .miss, .refused: counts.unmatched += 1
    case .answered, .incomplete: break
    }
    var dropped = Dropped()
    guard limits.entries > 0 else {
      first = counts.lastSeq + 1
      counts.dropped += 1
      return dropped
    }
    if counts.lastSeq - first >= limits.entries { dropFirst(&dropped) }
    let place = place(of: counts.lastSeq, limits)
    ring[place] = entry
    costs[place] = entry.cost
    cost += entry.cost
    shrink(limits, &dropped)
    return dropped
  }

  /// Adds what an answer costs to its request.
  mutating func charge(
    _ answer: JournalAnswer, of entry: JournalEntry, _ limits: Journal.Limits
  ) -> Dropped {
    var dropped = Dropped()
    guard entry.seq >= first, limits.entries > 0 else { return dropped }
    costs[entry.seq % ring.count] += answer.cost
    cost += answer.cost
    shrink(limits, &dropped)
    return dropped
  }

  /// Forgets everything but the last number.
  mutating func clear() -> [JournalEntry?] {
    let old = ring
    let generation = counts.generation + 1
    let lastSeq = counts.lastSeq
    counts = Journal.Counts()
    counts.generation = generation
    counts.lastSeq = lastSeq
    for index in hits.indices { hits[index] = 0 }
    ring = []
    costs = []
    cost = 0
    first = lastSeq + 1
    base = first
    return old
  }

  /// The entry of a number.
  func entry(_ seq: Int) -> JournalEntry? {
    guard seq >= first, seq <= counts.lastSeq else { return nil }
    return ring[seq % ring.count]
  }

  /// The entries from a number on.
  func page(from seq: Int, limit: Int) -> Journal.Page {
    let asked = max(seq, base)
    let start = max(asked, first)
    var page = Journal.Page(
      entries: [], missing: start - asked, next: start, generation: counts.generation)
    guard start <= counts.lastSeq else { return page }
    // No sum with a limit that may be the greatest number there is.
    let end = counts.lastSeq - start < limit ? counts.lastSeq : start + limit - 1
    page.entries.reserveCapacity(end - start + 1)
    for number in start...end {
      if let entry = ring[number % ring.count] { page.entries.append(entry) }
    }
    page.next = end + 1
    return page
  }
}

extension Journal.Record {
  /// Entries on their way out: mostly one, for which no array is made.
  struct Dropped: Sendable {
    var one: JournalEntry?
    var others: [JournalEntry] = []
  }

  /// The newest entry stays, whatever it costs.
  private mutating func shrink(_ limits: Journal.Limits, _ dropped: inout Dropped) {
    while cost > limits.bytes, first < counts.lastSeq { dropFirst(&dropped) }
  }

  private mutating func dropFirst(_ dropped: inout Dropped) {
    let place = first % ring.count
    if let entry = ring[place] {
      if dropped.one == nil { dropped.one = entry } else { dropped.others.append(entry) }
    }
    ring[place] = nil
    cost -= costs[place]
    costs[place] = 0
    counts.dropped += 1
    first += 1
  }

  /// The place of a number, for which the ring grows if it has to.
  private mutating func place(of seq: Int, _ limits: Journal.Limits) -> Int {
    if ring.isEmpty || (seq - first >= ring.count && ring.count < limits.entries) {
      grow(to: min(limits.entries, max(64, ring.count * 2)))
    }
    return seq % ring.count
  }

  private mutating func grow(to count: Int) {
    var newRing = [JournalEntry?](repeating: nil, count: count)
    var newCosts = [Int](repeating: 0, count: count)
    for seq in stride(from: first, to: counts.lastSeq, by: 1) where !ring.isEmpty {
      newRing[seq % count] = ring[seq % ring.count]
      newCosts[seq % count] = costs[seq % ring.count]
    }
    (ring, costs) = (newRing, newCosts)
  }
}
