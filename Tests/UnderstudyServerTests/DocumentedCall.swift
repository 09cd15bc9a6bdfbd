import TestSupport
import Understudy

/// A call of curl in a page of `docs/`, with what the page shows of its answer.
///
/// Written in a block `sh`, one a line; a status other than 200 stands behind `#`, and `&` at the end
/// sends the request and goes on. A block `json` right behind is the whole answer of the last.
struct DocumentedCall {
  var method = "GET"
  var target = ""
  var body: String?
  var status = 200
  /// Whether the page goes on before the answer has come.
  var isInBackground = false
  /// The block behind it.
  var json: String?

  /// The calls of a page, in order; other commands are passed over.
  static func all(in page: String) throws -> [DocumentedCall] {
    var calls: [DocumentedCall] = []
    var kind: String?
    var text = ""
    for line in try DocumentedExchange.lines(of: page) {
      if line.hasPrefix("```") {
        if kind == "sh" { calls += text.split(separator: "\n").compactMap { Self(String($0)) } }
        if kind == "json", !calls.isEmpty { calls[calls.count - 1].json = text }
        kind = kind == nil ? String(line.dropFirst(3)) : nil
        text = ""
      } else if kind != nil {
        text += line.hasSuffix("\\") ? String(line.dropLast()) : "\(line)\n"
      }
    }
    return calls
  }

  /// Reads a line of the shell: words, some of them in single quotes, and maybe a status.
  private init?(_ line: String) {
    let parts = line.split(separator: "#", maxSplits: 1)
    if parts.count > 1 { status = Int(parts[1].prefix { $0 != "," }.filter { $0 != " " }) ?? 0 }
    let pieces = parts[0].split(separator: "'", omittingEmptySubsequences: false)
    var words: [String] = []
    for (index, piece) in pieces.enumerated() {
      if index.isMultiple(of: 2) {
        words += piece.split(separator: " ").map(String.init)
      } else {
        words.append(String(piece))
      }
    }
    guard words.first == "curl" else { return nil }
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "-X": method = rest.popFirst() ?? ""
      case "-d": body = rest.popFirst()
      case "&": isInBackground = true
      default: target = String(word.drop { $0 != "/" })
      }
    }
  }
}

extension JSON {
  /// A document without what differs from run to run and from client to client.
  var steady: JSON {
    switch self {
    case .array(let elements): .array(elements.map(\.steady))
    case .object(let members):
      .object(
        JSON.Object(
          members.map { key, value in
            let isFree = [
              "receivedAt", "waitedMilliseconds", "totalMilliseconds", "heldMilliseconds",
              "bodySHA256",
            ].contains(key)
            if isFree { return (key, .string("free")) }
            guard key == "headers" else { return (key, value.steady) }
            // Every client has lines of its own; that they are pairs is shown.
            let arePairs = value.arrayValue?.allSatisfy { $0.arrayValue?.count == 2 } ?? false
            return (key, .bool(arePairs))
          }))
    default: self
    }
  }
}
