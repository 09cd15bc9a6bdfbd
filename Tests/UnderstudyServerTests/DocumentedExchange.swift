import Platform
import TestSupport

/// A request in a page of `docs/`, with the answer that the page shows.
///
/// Written as a block `http` with the request's lines, an empty line, and the status line and some
/// header lines of the answer; a block `json` right behind it is the whole body.
struct DocumentedExchange {
  var method = ""
  var target = ""
  var headers: [String] = []
  var statusLine = ""
  var answered: [String] = []
  var json: String?

  /// The exchanges of a page, in order.
  static func all(in page: String) throws -> [DocumentedExchange] {
    var exchanges: [DocumentedExchange] = []
    var block: [String] = []
    var kind: String?
    for line in try lines(of: page) {
      switch (kind, line) {
      case (nil, let fence) where fence.hasPrefix("```"):
        kind = String(fence.dropFirst(3))
        block = []
      case ("http", "```"):
        exchanges.append(DocumentedExchange(block))
        kind = nil
      case ("json", "```"):
        if !exchanges.isEmpty, exchanges[exchanges.count - 1].json == nil {
          exchanges[exchanges.count - 1].json = block.map { "\($0)\n" }.joined()
        }
        kind = nil
      case (_, "```"): kind = nil
      default: block.append(line)
      }
    }
    return exchanges
  }

  /// The lines of a page.
  static func lines(of page: String) throws -> [String] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = try String(decoding: RootedFolder("/\(root)/docs").read(page).bytes, as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private init(_ lines: [String]) {
    let parts = lines.split(separator: "", maxSplits: 1, omittingEmptySubsequences: false)
    let request = parts.first.map(Array.init) ?? []
    let words = (request.first ?? "").split(separator: " ").map(String.init)
    if words.count == 2 { (method, target) = (words[0], words[1]) }
    headers = Array(request.dropFirst())
    let answer = parts.count > 1 ? Array(parts[1]) : []
    statusLine = answer.first ?? ""
    answered = Array(answer.dropFirst())
  }
}
