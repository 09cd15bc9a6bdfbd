/// What somebody sees of the journal: the requests of one world, or of all.
package struct JournalView: Sendable {
  /// The journal.
  package let journal: Journal
  /// The world's part; nil is all.
  package let book: JournalBook?

  /// The counts that are exact.
  package var counts: Journal.Counts { journal.read { book?.counts ?? $0.counts } }

  /// Whether every request on record has ended.
  package var isSettled: Bool {
    journal.read { record in
      (book?.newest(.max) ?? record.page(from: 1, limit: .max).entries).allSatisfy {
        $0.ended != nil
      }
    }
  }

  /// How many requests a route has taken; of all worlds nobody counts that.
  package func hits(ofRoute index: Int) -> Int { journal.read { _ in book?.hits[index] ?? 0 } }

  /// How many requests each of so many routes has taken, in the order of the catalog.
  package func hits(ofRoutes count: Int) -> [Int] {
    journal.read { _ in
      let hits = book?.hits ?? HitCounts()
      return (0..<count).map { hits[$0] }
    }
  }

  /// The request of a number; nil where it is not on record, or another world's.
  package func entry(_ seq: Int) -> JournalEntry? {
    journal.read { $0.entry(seq) }.flatMap { contains($0) ? $0 : nil }
  }

  /// The requests that have not ended and are on record no more: the journal keeps none, has
  /// dropped them to make room, or was cleared.
  package var unrecorded: [JournalEntry] {
    journal.read { $0.unrecorded }.filter(contains)
  }

  /// Whether a request is one of them.
  package func contains(_ entry: JournalEntry) -> Bool {
    book == nil || (entry.book ?? journal.base) === book
  }

  /// The newest requests on record, the oldest of them first.
  package func newest(_ limit: Int) -> [JournalEntry] {
    journal.read { record in
      book?.newest(limit)
        ?? record.page(from: record.counts.lastSeq - limit + 1, limit: limit).entries
    }
  }

  /// The requests from a number on.
  ///
  /// - Parameters:
  ///   - seq: the number of the first.
  ///   - limit: how many at most.
  /// - Returns: the requests with what came before them.
  package func page(from seq: Int, limit: Int = 256) -> Journal.Page {
    journal.read { book?.page(from: seq, limit: limit) ?? $0.page(from: seq, limit: limit) }
  }
}
