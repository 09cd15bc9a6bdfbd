/// The part of the journal that is one world's: its requests that are on record, and its counts.
package final class JournalBook: @unchecked Sendable {
  // Safety: all but the owner is touched under the journal's lock alone, so that no access overlaps
  // another; checking each would cost as much as the book does.

  /// Whose requests they are.
  package let owner: Owner
  /// The id of its session; nil where it is none's.
  package let sessionID: SessionID?
  /// That id as it is written.
  package let session: String?
  @safe @exclusivity(unchecked) private(set) var counts = Journal.Counts()
  /// How many requests each route has taken.
  @safe @exclusivity(unchecked) private(set) var hits = HitCounts()
  /// The requests on record, the oldest first, behind as many places as were emptied.
  @safe @exclusivity(unchecked) private var entries: [JournalEntry?] = []
  @safe @exclusivity(unchecked) private var emptyCount = 0
  /// How many requests came since the last clearing and before the oldest on record.
  @safe @exclusivity(unchecked) private var droppedCount = 0

  /// Whose requests a book has.
  package enum Owner: Sendable, Hashable {
    /// Those that name no session.
    case base
    /// Those of a session.
    case session(SessionID)
    /// Those that were refused because they name a session that is none, or none where they must.
    case nobody
  }

  /// An empty book; a journal fills it.
  package init(_ owner: Owner) {
    self.owner = owner
    if case .session(let id) = owner {
      sessionID = id
      session = id.text
    } else {
      sessionID = nil
      session = nil
    }
  }

  /// Whether no request is on record.
  var isEmpty: Bool { entries.count == emptyCount }

  func add(_ entry: JournalEntry) {
    counts.total += 1
    counts.lastSeq = entry.seq
    if let index = entry.routeIndex {
      hits.add(index)
    } else if entry.isUnmatched {
      counts.unmatched += 1
    }
    entries.append(entry)
  }

  /// Notes that the oldest request is on record no more, or one that never was.
  func dropFirst() {
    entries[emptyCount] = nil
    emptyCount += 1
    droppedCount += 1
    counts.dropped += 1
    if emptyCount > 64, emptyCount * 2 > entries.count {
      entries.removeFirst(emptyCount)
      emptyCount = 0
    }
  }

  /// Forgets every request and all counts.
  ///
  /// - Returns: the requests that were on record.
  func clear() -> [JournalEntry] {
    let old = entries.compactMap(\.self)
    let (generation, lastSeq) = (counts.generation + 1, counts.lastSeq)
    counts = Journal.Counts()
    counts.generation = generation
    counts.lastSeq = lastSeq
    hits = HitCounts()
    entries = []
    emptyCount = 0
    droppedCount = 0
    return old
  }

  /// The newest requests, the oldest of them first.
  func newest(_ limit: Int) -> [JournalEntry] {
    entries[emptyCount...].suffix(limit).compactMap(\.self)
  }

  /// The requests from a number on.
  func page(from seq: Int, limit: Int) -> Journal.Page {
    // The first that is not before the number: they are in order.
    var (low, high) = (emptyCount, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if let entry = entries[middle], entry.seq < seq { low = middle + 1 } else { high = middle }
    }
    let found = entries[low...].prefix(limit).compactMap(\.self)
    return Journal.Page(
      entries: found, ordinal: droppedCount + low - emptyCount,
      next: found.last.map { $0.seq + 1 } ?? max(seq, counts.lastSeq + 1),
      generation: counts.generation)
  }
}
