import Testing
import UnderstudyAPI

@Suite("A reader of Server-Sent Events")
struct ServerMessageReaderTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var text: String
    var messages: [String]
    var testDescription: String { text.debugDescription }
  }

  @Test(arguments: [
    Example(text: "data: a\n\n", messages: ["message: a (-)"]),
    Example(text: "data:a\n\ndata:  a\n\n", messages: ["message: a (-)", "message:  a (-)"]),
    Example(text: "event: began\ndata: 1\nid: 7\n\n", messages: ["began: 1 (7)"]),
    Example(text: "id: 7\ndata: 1\n\ndata: 2\n\n", messages: ["message: 1 (7)", "message: 2 (7)"]),
    Example(text: "data: a\ndata: b\ndata\n\n", messages: ["message: a|b| (-)"]),
    Example(text: "data: a\r\n\r\ndata: b\r\r", messages: ["message: a (-)", "message: b (-)"]),
    Example(text: ": a comment\n\nretry: 1000\n\nnews: 1\n\n", messages: []),
    Example(text: "event: began\n\ndata: 1\n\n", messages: ["message: 1 (-)"]),
    Example(text: "data: a", messages: []),
    Example(text: "data: a\n", messages: []),
  ])
  func `takes them apart, whole and byte by byte`(_ example: Example) {
    var (whole, single) = (ServerMessageReader(), ServerMessageReader())

    let words = { (message: ServerMessageReader.Message) in
      "\(message.name): \(message.data.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "|")) (\(message.id ?? "-"))"
    }
    #expect(whole.read(Array(example.text.utf8)).map(words) == example.messages)
    #expect(example.text.utf8.flatMap { single.read([$0]) }.map(words) == example.messages)
  }
}
