import MicroHTTPD

extension Journal {
  /// What the journal's lock guards: the entries of all books in a ring, and the counts of all.
  struct Record: Sendable {
    private(set) var counts = Counts()
    private let base: JournalBook

    /// Grows up to the limit, then turns over: the entry of a number lies at its remainder.
    private var ring: [JournalEntry?] = []
    /// What each entry costs, at the same place.
    private var costs: [Int] = []
    /// The number of the oldest entry; one more than the last where there is none.
    private var first = 1
    private(set) var cost = 0
    /// Requests that have not ended and are on record no more, by their numbers.
    private var letGo: [Int: JournalEntry] = [:]

    /// An empty record; entries that have no book of their own are in the base's.
    init(base: JournalBook) {
      self.base = base
    }
  }
}

extension Journal.Record {
  /// Adds an entry to its book, and gives back those that had to make room.
  mutating func add(_ entry: JournalEntry, _ limits: Journal.Limits) -> Dropped {
    counts.total += 1
    counts.lastSeq += 1
    entry.setSeq(counts.lastSeq)
    if entry.routeIndex == nil, entry.isUnmatched { counts.unmatched += 1 }
    let book = entry.book ?? base
    book.add(entry)
    var dropped = Dropped()
    guard limits.entries > 0 else {
      first = counts.lastSeq + 1
      counts.dropped += 1
      book.dropFirst()
      keepTrack(of: entry)
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
    _ answerCost: Int, of entry: JournalEntry, _ limits: Journal.Limits
  ) -> Dropped {
    var dropped = Dropped()
    guard self.entry(entry.seq) != nil else { return dropped }
    costs[entry.seq % ring.count] += answerCost
    cost += answerCost
    shrink(limits, &dropped)
    return dropped
  }

  /// Forgets every request of a book, and all its counts.
  mutating func clear(_ book: JournalBook) -> [JournalEntry] {
    counts.total -= book.counts.total
    counts.unmatched -= book.counts.unmatched
    counts.dropped -= book.counts.dropped
    counts.generation += 1
    let old = book.clear()
    for entry in old {
      let place = entry.seq % ring.count
      ring[place] = nil
      cost -= costs[place]
      costs[place] = 0
      keepTrack(of: entry)
    }
    return old
  }

  /// How many entries there are.
  var count: Int { ring.count { $0 != nil } }

  /// The requests that have not ended and are on record no more.
  var unrecorded: [JournalEntry] { Array(letGo.values) }

  /// Notes the end of one of them.
  mutating func forget(_ entry: JournalEntry) { letGo[entry.seq] = nil }

  /// The entry of a number.
  func entry(_ seq: Int) -> JournalEntry? {
    guard seq >= first, seq <= counts.lastSeq else { return nil }
    return ring[seq % ring.count]
  }

  /// The entries of all books from a number on.
  func page(from seq: Int, limit: Int) -> Journal.Page {
    var page = Journal.Page(
      entries: [], ordinal: nil, next: max(seq, counts.lastSeq + 1), generation: counts.generation)
    var number = max(seq, first)
    while number <= counts.lastSeq {
      if let entry = ring[number % ring.count] {
        if page.entries.count == limit {
          page.next = number
          break
        }
        page.entries.append(entry)
      }
      number += 1
    }
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
    first += 1
    // Its book may have been cleared.
    guard let entry = ring[place] else { return }
    keepTrack(of: entry)
    if dropped.one == nil { dropped.one = entry } else { dropped.others.append(entry) }
    (entry.book ?? base).dropFirst()
    ring[place] = nil
    cost -= costs[place]
    costs[place] = 0
    counts.dropped += 1
  }

  /// What has not ended can be found until it has.
  private mutating func keepTrack(of entry: JournalEntry) {
    if entry.letGo() { letGo[entry.seq] = entry }
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
