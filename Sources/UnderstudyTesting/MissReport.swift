import UnderstudyAPI
import UnderstudyClient

/// The requests that no route took, each with the nearest route and what differed.
///
/// ```
/// 1 request met no route.
///   no. 3 GET /items?page=2: 404, completed
///     nearest  items.list, GET /items
///              query 'page' is '2', expected 1
/// ```
struct MissReport: Sendable, CustomStringConvertible {
  /// The misses with all that is on record of them.
  let misses: [RequestRecord]
  /// How many there were.
  let count: Int

  /// How many are told.
  private static let shown = 20

  /// Asks for the misses of a world; nil where it had none.
  init?(of control: some MockControl) async throws {
    let requests = try await control.requests(isMatched: false, limit: 1000)
    guard !requests.isEmpty else { return nil }
    count = requests.count
    var misses: [RequestRecord] = []
    for request in requests.prefix(Self.shown) {
      misses.append(try await control.request(request.seq))
    }
    self.misses = misses
  }

  /// All of them in words.
  var description: String {
    var lines = [count == 1 ? "1 request met no route." : "\(count) requests met no route."]
    for miss in misses {
      lines.append("  \(miss.summary.line)")
      if miss.nearest.isEmpty, let detail = miss.summary.detail { lines.append("    \(detail)") }
      for near in miss.nearest.prefix(1) {
        lines.append("    nearest  \(near.route), \(near.method) \(near.path)")
        for difference in near.differences {
          lines.append("             \(difference)")
          if let hint = difference.hint { lines.append("             \(hint)") }
        }
      }
    }
    if count > misses.count { lines.append("  and \(count - misses.count) more") }
    return lines.joined(separator: "\n")
  }
}
