import MicroHTTPD
import Platform
import TestSupport
import Testing
import Understudy
import Zlib

@testable import UnderstudyEngine

@Suite("A placeholder")
struct PlaceholderTests {
  static let headers = [
    (name: "Host", value: "10.0.0.5:8080"), (name: "X-A", value: "one"),
    (name: "x-a", value: "two"),
  ]
  static let body =
    #"{"name":"Ada","age":36.50,"big":12345678901234567890,"no":null,"#
    + #""tags":["a","b"],"a/b":true,"é\"":"q"}"#

  struct Example: Sendable, CustomTestStringConvertible {
    var written: String, text: String, json: String
    var testDescription: String { written }
    init(_ written: String, _ text: String, json: String? = nil) {
      self.written = written
      self.text = text
      self.json = json ?? "\"\(text)\""
    }
  }

  @Test(arguments: [
    Example("{{base}}", "http://10.0.0.5:8080"), Example("{{path.id}}", "7 é"),
    Example("{{query.page}}", "2 3"), Example("{{query.flag}}", "", json: "null"),
    Example("{{query.empty}}", ""), Example("{{query.none}}", "", json: "null"),
    Example("{{header.X-A}}", "one"), Example("{{header.x-a}}", "one"),
    Example("{{header.X-B}}", "", json: "null"), Example("{{body/name}}", "Ada"),
    Example("{{body/age}}", "36.50", json: "36.50"),
    Example("{{body/big}}", "12345678901234567890", json: "12345678901234567890"),
    Example("{{body/no}}", "", json: "null"), Example("{{body/none}}", "", json: "null"),
    Example("{{body/tags}}", #"["a","b"]"#, json: #"["a","b"]"#),
    Example("{{body/tags/1}}", "b"), Example("{{body/a~1b}}", "true", json: "true"),
    Example(#"{{body/é"}}"#, "q"), Example("{{now}}", "2026-01-31T12:00:00Z"),
    Example("{{ now }}", "2026-01-31T12:00:00Z"), Example("{{now-3d}}", "2026-01-28T12:00:00Z"),
    Example("{{now+90s}}", "2026-01-31T12:01:30Z"), Example("{{now-1m}}", "2026-01-31T11:59:00Z"),
    Example("{{now+12h}}", "2026-02-01T00:00:00Z"), Example("{{now+2w}}", "2026-02-14T12:00:00Z"),
    Example("{{now:%Y-%m-%d}}", "2026-01-31"), Example("{{now-1d:%H:%M}}", "12:00"),
    Example("{{now:%s}}", "1769860800", json: "1769860800"),
    Example("{{now-1d:t%s}}", "t1769774400"), Example("{{counter}}", "1", json: "1"),
  ])
  func `has its value in text, and its type where it is a whole JSON string`(
    _ example: Example
  ) throws {
    let target = "/users/7%20%C3%A9?page=2+3&flag&page=4&empty="
    func filled(_ outcome: Outcome) throws -> String? {
      try Filler(outcome).text("default", target, headers: Self.headers, body: Self.body)
    }

    #expect(try filled(.text(example.written)) == example.text)
    #expect(try filled(.json(.string(example.written))) == example.json)
    #expect(
      try filled(.json([.string("<\(example.written)>")]))
        == JSON.array([.string("<\(example.text)>")]).text)
  }

  @Test func `may be the whole body, kept as JSON`() throws {
    let filler = try Filler(.json(["echo": "{{body}}"]))

    #expect(try filler.text(body: #"{"a": [1.0]}"#) == #"{"echo":{"a":[1.0]}}"#)
    #expect(try filler.text(body: "name=Ada") == #"{"echo":null}"#)
    #expect(try filler.text() == #"{"echo":null}"#)
  }

  @Test func `finds its value in a body that came compressed, and none in part of one`() throws {
    let filler = try Filler(.json(["name": "{{body/name}}"]))
    let body = Deflater.deflate(Array(Self.body.utf8), .gzip)
    func text(length: Int) throws -> String? {
      let received = ReceivedRequest(
        method: Array("PUT".utf8), target: try Target(Array("/users/7".utf8)),
        head: HeadLines([("Content-Encoding", "gzip")]), body: body, bodyLength: length)
      return filler.engine.switchboard.plan(of: 0, variant: "default")?
        .perform(received, in: filler.engine.world, network: Network()).reply?.text
    }

    #expect(try text(length: body.count) == #"{"name":"Ada"}"#)
    #expect(try text(length: body.count + 1) == #"{"name":null}"#)
  }

  @Test func `of the base is what the client has used`() throws {
    let filler = try Filler(.text("{{base}}/x"))
    filler.engine.base.set("http://localhost:9")

    #expect(try filler.text() == "http://localhost:9/x")
    #expect(try filler.text(headers: [("Host", "a.example")]) == "http://a.example/x")
    #expect(
      try filler.text("default", "https://b.example/users/7", headers: [("Host", "a.example")])
        == "https://b.example/x")
  }

  @Test func `of a UUID is new at each place`() throws {
    let text = try Filler(.text("{{uuid}} {{uuid}}")).text() ?? ""

    let parts = text.split(separator: " ").map(String.init)
    #expect(Set(parts).count == 2)
    for part in parts {
      let narrowing = PathTemplate.Narrowing.uuid
      #expect(narrowing.takes(Array(part.utf8)[...]))
      #expect(part == part.lowercased())
      #expect(Array(part)[14] == "4")
      #expect("89ab".contains(Array(part)[19]))
    }
  }

  @Test func `of a counter is one number for each answer that has it, whatever the variant`() throws
  {
    let filler = try Filler(.json(["a": "{{counter}}", "b": "n-{{counter}}"])) {
      $0.variant("text", .text("{{counter}}").header("X-N", "{{counter}}"))
        .variant("none", .text("none"))
    }

    #expect(try filler.text() == #"{"a":1,"b":"n-1"}"#)
    #expect(try filler.text("none") == "none")
    #expect(try filler.reply("text")?.value(of: "X-N") == "2")
    #expect(try filler.text() == #"{"a":3,"b":"n-3"}"#)

    filler.engine.world.reset(positions: true)

    #expect(try filler.text() == #"{"a":1,"b":"n-1"}"#)
  }

  @Test func `of a counter gives each number once, whoever asks at the same time`() throws {
    let filler = try Filler(.text("{{counter}}"))
    let numbers = Lock([Int]())

    let threads = try (0..<8).map { _ in
      try WorkerThread {
        for _ in 0..<50 {
          guard let number = (try? filler.text()).flatMap({ Int($0) }) else { continue }
          numbers.withLock { $0.append(number) }
        }
      }
    }
    for thread in threads { thread.join() }

    #expect(numbers.withLock { $0.sorted() } == Array(1...400))
  }

  @Test func `never lets a request out of its JSON string`() throws {
    let filler = try Filler(.json(["a": "<{{query.q}}>", "b": "{{query.q}}", "{{query.q}}": 1]))
    let value = #"","admin":true,"x":"\"# + "\u{1}\n{{uuid}}"
    let target = "/users/7?q=" + value.utf8.map { "%" + Self.hex($0) }.joined()

    let text = try filler.text("default", target) ?? ""

    #expect(
      try JSON(parsing: text)
        == ["a": .string("<\(value)>"), "b": .string(value), "{{query.q}}": 1])
  }

  @Test func `never lets a request begin a header line`() throws {
    let filler = try Filler(
      .status(200).header("X-Q", "<{{query.q}}>").header("X-E", "{{query.e}}"))

    for end in ["%0D%0A", "%0D", "%0A", "%00"] {
      let reply = try filler.reply("default", "/users/7?q=a\(end)Set-Cookie:%20b")

      #expect(reply?.status == 500)
      #expect(reply?.value(of: "Understudy-Error") == "header-unsafe")
      #expect(reply?.fields.contains { $0.name == "X-Q" } == false)
    }
    let reply = try filler.reply("default", "/users/7?q=a%01%7F%09b")
    #expect(reply?.value(of: "X-Q") == "<ab>")
    #expect(reply?.fields.contains { $0.name == "X-E" } == false)
  }

  @Test func `makes a URL of a redirect`() throws {
    let filler = try Filler(.redirect(to: "{{query.to}}?id={{path.id}}&a={é}"))

    let reply = try filler.reply("default", "/users/a%20%C3%A9?to=https://x.example/y")

    #expect(reply?.status == 302)
    #expect(reply?.value(of: "Location") == "https://x.example/y?id=a%20%C3%A9&a={é}")
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
