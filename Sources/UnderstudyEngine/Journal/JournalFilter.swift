import MicroHTTPD

/// Which requests of the journal somebody asks for; what is left out takes every request.
package struct JournalFilter: Sendable {
  /// The place of the route that took it.
  package var route: Int?
  /// The variant that answered.
  package var variant: String?
  /// The status of the answer.
  package var status: Int?
  /// The method.
  package var method: [UInt8]?
  /// How it ended.
  package var ending: JournalEntry.Ending?
  /// Whether a route took it.
  package var isMatched: Bool?
  /// The target as it was sent.
  package var target: [UInt8]?
  /// The path, decoded, or a template of it.
  package var path: PathTemplate?
  /// Pairs that its query has, decoded; others may be there too.
  package var query: [QueryPairs.Pair] = []

  /// Every request.
  package init() {}

  /// Whether only the end of a request can tell whether it fits.
  package var asksForEnd: Bool { status != nil || ending != nil }

  /// Whether a request that does not fit may do so once it has come farther: one that is held has
  /// the variant that it is released with.
  var mayFitLater: Bool { asksForEnd || variant != nil }

  /// Whether a request fits.
  package func fits(_ entry: JournalEntry) -> Bool {
    if let route, entry.routed?.index != route { return false }
    if let variant, entry.routed?.variant?.utf8.elementsEqual(variant.utf8) != true { return false }
    if let method, entry.method != method { return false }
    if let isMatched, entry.isMatched != isMatched { return false }
    if let target, entry.target != target { return false }
    if asksForEnd {
      let end = entry.ended
      if let status, end?.answer?.status != status { return false }
      if let ending, end?.ending != ending { return false }
    }
    guard path != nil || !query.isEmpty else { return true }
    guard let asked = try? Target(entry.target) else { return false }
    if let path, path.parameters(in: asked) == nil { return false }
    guard !query.isEmpty else { return true }
    let pairs = QueryPairs(asked.bytes[asked.query]).pairs
    return query.allSatisfy { pairs.contains($0) }
  }
}
