import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("The page about misses")
struct MissDocumentationTests {
  static let catalog = Catalog(
    RouteGroup("items", path: "/api/v1/items") {
      Route("items.list", .get, query: ["page": .optional(.any)], default: .json(["items": []]))
      Route("items.create", .post, default: .status(201))
      Route("items.detail", .get, "/{itemId:int}", default: .json(["id": 1]))
    })

  @Test func `shows what is answered`() throws {
    let server = try TestServer(Self.catalog)
    let examples = try DocumentedExchange.all(in: "misses.md")
    #expect(examples.count == 5)

    for example in examples {
      let reply = try server.client.get(
        example.target, method: example.method, headers: example.headers)

      #expect("HTTP/1.1 \(reply.status) \(reply.reason)" == example.statusLine)
      for line in example.answered {
        #expect(reply.fields.contains { "\($0.name): \($0.value)" == line }, "\(line)")
      }
      if let json = example.json { #expect(reply.text == json) }
    }
  }

  @Test func `shows the hints that are given`() throws {
    let server = try TestServer(Self.catalog)
    let rows = try DocumentedExchange.lines(of: "misses.md").filter { $0.hasPrefix("| `/") }
    #expect(rows.count == 10)

    for row in rows {
      let cells = row.split(separator: "|").map { $0.drop { $0 == " " } }
      let target = cells[0].split(separator: "`")[0]
      let reply = try server.client.get(String(target))

      let hints = reply.json?["hints"]?.arrayValue?.compactMap(\.stringValue) ?? []
      #expect(reply.status == 404)
      #expect(hints.contains { row.hasSuffix("| \($0) |") }, "\(target): \(hints)")
    }
  }
}
