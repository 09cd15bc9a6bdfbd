import TestSupport
import Testing
import Understudy
import UnderstudyServer

/// The page `docs/journal.md`: its calls of curl, each with the answer that the page shows.
@Suite("The page on the journal")
struct JournalPageTests {
  struct Call {
    var method = "GET"
    var target = ""
    var body: String?
    var status = 200
    /// The block behind it.
    var json: String?
  }

  @Test func `shows what happens`() throws {
    let server = try TestServer(configure: { $0.addsMarkers = false })
    let calls = try Self.calls()
    #expect(calls.count > 10)

    for call in calls {
      // A request has ended a moment after its client has the answer.
      #expect(eventually { server.server.openExchangeCount <= 1 })
      let reply = try server.client.get(call.target, method: call.method, body: call.body)
      #expect(reply.status == call.status, "\(call.method) \(call.target): \(reply.text)")
      guard let shown = call.json else { continue }
      let document = try JSON(parsing: shown)
      #expect(Self.steady(try #require(reply.json)) == Self.steady(document), "\(reply.text)")
    }
  }

  /// A document without what differs from run to run and from client to client.
  private static func steady(_ json: JSON) -> JSON {
    switch json {
    case .array(let elements): .array(elements.map(steady))
    case .object(let members):
      .object(
        JSON.Object(
          members.map { key, value in
            let isFree = [
              "receivedAt", "waitedMilliseconds", "totalMilliseconds", "bodySHA256",
            ].contains(key)
            if isFree { return (key, .string("free")) }
            guard key == "headers" else { return (key, steady(value)) }
            // Every client has lines of its own; that they are pairs is shown.
            let arePairs = value.arrayValue?.allSatisfy { $0.arrayValue?.count == 2 } ?? false
            return (key, .bool(arePairs))
          }))
    default: json
    }
  }

  private static func calls() throws -> [Call] {
    var calls: [Call] = []
    var kind: String?
    var text = ""
    for line in try DocumentedExchange.lines(of: "journal.md") {
      if line.hasPrefix("```") {
        if kind == "sh" { calls += text.split(separator: "\n").compactMap { call(String($0)) } }
        if kind == "json" { calls[calls.count - 1].json = text }
        kind = kind == nil ? String(line.dropFirst(3)) : nil
        text = ""
      } else if kind != nil {
        text += line.hasSuffix("\\") ? String(line.dropLast()) : "\(line)\n"
      }
    }
    return calls
  }

  /// One line of the shell: words, some of them in single quotes, and maybe the status behind `#`.
  private static func call(_ line: String) -> Call? {
    var call = Call()
    let parts = line.split(separator: "#", maxSplits: 1)
    if parts.count > 1 { call.status = Int(parts[1].filter { $0 != " " }) ?? 0 }
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
      case "-X": call.method = rest.popFirst() ?? ""
      case "-d": call.body = rest.popFirst()
      default: call.target = String(word.drop { $0 != "/" })
      }
    }
    return call
  }
}
