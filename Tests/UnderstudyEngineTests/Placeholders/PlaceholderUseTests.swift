import MicroHTTPD
import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("An outcome with placeholders")
struct PlaceholderUseTests {
  @Test func `is filled anew for each request`() throws {
    let filler = try Filler(.json(["id": "{{path.id}}"]))

    #expect(try filler.text("default", "/users/1") == #"{"id":"1"}"#)
    #expect(try filler.text("default", "/users/2") == #"{"id":"2"}"#)
  }

  @Test func `is the only one that is not prepared`() throws {
    let fixed = try Filler(.json(["a": "{b}"]).header("X-A", "}}"))
    let filled = try Filler(.json(["a": 1]).header("X-A", "{{path.id}}"))

    #expect(try fixed.reply() === fixed.reply())
    #expect(try filled.reply() !== filled.reply())
  }

  @Test func `never has them in bytes, nor in keys`() throws {
    let bytes = Array("{{path.id}}".utf8)

    #expect(try Filler(.data(bytes, contentType: "text/plain")).text() == "{{path.id}}")
    #expect(
      try Filler(.json(["{{path.id}}": "{{path.id}}"])).text() == #"{"{{path.id}}":"7"}"#)
  }

  @Test func `is read as JSON where its text is JSON`() throws {
    let text = Outcome.text(#"{ "id" : "{{path.id}}", "n": "{{counter}}" }"#)

    #expect(
      try Filler(text.header("Content-Type", "application/json")).text("default", "/users/%22")
        == #"{ "id" : "\"", "n": 1 }"#)
    #expect(
      try Filler(text).text("default", "/users/%22") == #"{ "id" : """, "n": "1" }"#)
  }

  struct Derived: Sendable, CustomTestStringConvertible {
    var variant: String, text: String
    var testDescription: String { variant }
  }

  @Test(arguments: [
    Derived(variant: "loading", text: #"{"id":"7","tags":["7"]}"#),
    Derived(variant: "empty", text: #"{"id":"7","tags":[]}"#),
    Derived(variant: "malformedBody", text: #"{"id":"7",""#),
    Derived(variant: "high", text: #"{"id":"7","tags":["7"],"level":"l-7"}"#),
    Derived(variant: "own", text: #"{"id":{"a":"7"},"tags":["7"]}"#),
  ])
  func `is filled before a derived variant changes it`(_ example: Derived) throws {
    let filler = try Filler(.json(["id": "{{path.id}}", "tags": ["{{path.id}}"]])) {
      $0.variant("high", .patched(["/level": "l-{{path.id}}"]))
        .variant("own", .patched(["/id": ["a": "{{path.id}}"]]))
    }

    #expect(try filler.text(example.variant) == example.text)
  }

  @Test func `is cut in the middle of its filled body`() throws {
    let reply = try Filler(.text("{{path.id}}")).reply("interrupted", "/users/123456")

    #expect(reply?.cut == .reset(after: 3))
  }

  @Test func `may be patched inside of what a request puts in`() throws {
    let filler = try Filler(.json(["user": "{{body}}"])) {
      $0.variant("high", .patched(["/user/level": 9]))
    }

    #expect(filler.engine.report.problems.isEmpty)
    #expect(
      try filler.text("high", body: #"{"level":1}"#) == #"{"user":{"level":9}}"#)
    #expect(try filler.reply("high")?.status == 500)
  }

  @Test func `may be a step, a failure, a stand-in, or given on the spot`() throws {
    let filler = try Filler(
      .sequence(.text("{{path.id}}"), .fixture("none.txt", ifMissing: .text("no {{path.id}}"))))
    #expect(try filler.text() == "7")
    #expect(try filler.text() == "no 7")

    try filler.engine.world.change([(.all, .outcome(.text("spot {{path.id}}")))])
    let performed = try filler.engine.performNow("/users/8")

    #expect(performed.reply?.text == "spot 8")
  }
}

@Suite("A verbatim outcome")
struct VerbatimTests {
  static let text = Outcome.text("{{x}} {{path.id}}").header("X-A", "{{y}}").verbatim

  @Test func `sends its braces as they are`() throws {
    let filler = try Filler(Self.text)

    #expect(filler.engine.report.problems.isEmpty)
    #expect(try filler.text() == "{{x}} {{path.id}}")
    #expect(try filler.reply()?.value(of: "X-A") == "{{y}}")
    #expect(try filler.reply() === filler.reply())
  }

  @Test func `leaves the headers around it their placeholders`() throws {
    let filler = try Filler(Self.text) {
      $0.variant("more", .default.header("X-B", "{{path.id}}"))
    }

    let reply = try filler.reply("more")

    #expect(reply?.value(of: "X-A") == "{{y}}")
    #expect(reply?.value(of: "X-B") == "7")
    #expect(reply?.text == "{{x}} {{path.id}}")
  }

  @Test func `holds for all that it leads to`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.txt", "{{path.id}}")
    let filler = try Filler(
      .json(["id": "{{path.id}}"]).header("X-A", "{{path.id}}"), folder: folder.path
    ) {
      $0.variant("same", .default.verbatim)
        .variant("patched", .patched(["/id": "{{z}}"]).verbatim)
        .variant("steps", .sequence(.default, .text("{{z}}")).verbatim)
        .variant("file", .fixture("a.txt").verbatim)
        .variant("instead", .fixture("b.txt", ifMissing: .text("{{z}}")).verbatim)
        .variant("to", .redirect(to: "/{{z}}").verbatim)
    }

    #expect(filler.engine.report.problems.map(\.description) == [])
    #expect(try filler.text("same") == #"{"id":"{{path.id}}"}"#)
    #expect(try filler.reply("same")?.value(of: "X-A") == "{{path.id}}")
    #expect(try filler.text("patched") == #"{"id":"{{z}}"}"#)
    #expect(try filler.text("steps") == #"{"id":"{{path.id}}"}"#)
    #expect(try filler.text("steps") == "{{z}}")
    #expect(try filler.text("file") == "{{path.id}}")
    #expect(try filler.text("instead") == "{{z}}")
    #expect(try filler.reply("to")?.value(of: "Location") == "/{{z}}")
  }

  @Test func `may answer where a rule fits, and so may one with placeholders`() throws {
    let filler = try Filler(.text("{{path.id}}")) {
      $0.answering(.query("q", "verbatim"), with: .default.verbatim)
        .answering(.query("q", "own"), with: .text("own {{query.q}}"))
    }
    func text(_ q: String) throws -> String? {
      let received = try request("/users/7?q=\(q)")
      return filler.engine.world.current.choices[0].decided(for: received).plan
        .perform(received, in: filler.engine.world, network: Network()).reply?.text
    }

    #expect(filler.engine.report.problems.isEmpty)
    #expect(try text("verbatim") == "{{path.id}}")
    #expect(try text("own") == "own own")
    #expect(try text("else") == "7")
  }

  @Test func `is what a closure returns, but not the variants and files that it names`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.txt", "file {{path.id}}")
    let filler = try Filler(
      .dynamic { request in
        switch request.query["kind"] {
        case "variant": .variant("named").header("X-A", "{{path.id}}")
        case "file": .fixture("a.txt")
        case "patch": .patched(["/x": "{{z}}"])
        case "steps": .sequence(.text("{{z}}"))
        case "to": .redirect(to: "/{{z}}")
        default: .text("{{path.id}} {{z}}")
        }
      }.header("X-B", "{{path.id}}"), folder: folder.path
    ) { $0.variant("named", .text("named {{path.id}}")) }
    func reply(_ kind: String) throws -> Reply? {
      try filler.reply("default", "/users/7?kind=\(kind)")
    }

    #expect(try reply("text")?.text == "{{path.id}} {{z}}")
    #expect(try reply("text")?.value(of: "X-B") == "7")
    #expect(try reply("variant")?.text == "named 7")
    #expect(try reply("variant")?.value(of: "X-A") == "{{path.id}}")
    #expect(try reply("file")?.text == "file 7")
    #expect(try reply("steps")?.text == "{{z}}")
    #expect(try reply("to")?.value(of: "Location") == "/{{z}}")
  }
}

@Suite("A fixture with placeholders")
struct FixturePlaceholderTests {
  let folder: TemporaryFolder
  let time = ManualTime()

  init() throws { folder = try TemporaryFolder() }

  @Test func `keeps all bytes but theirs`() throws {
    try folder.write(
      "a.json",
      "{\r\n  \"id\": \"{{path.id}}\",\t\"n\": 1.50, \"x\": \"\\u00e9{{ path.id }}\",\n \"{{k}}\" :1}\n"
    )
    let filler = try Filler(.fixture("a.json"), folder: folder.path)

    #expect(filler.engine.report.problems.isEmpty)
    #expect(
      try filler.text()
        == "{\r\n  \"id\": \"7\",\t\"n\": 1.50, \"x\": \"\\u00e97\",\n \"{{k}}\" :1}\n")
    #expect(try filler.reply()?.value(of: "Content-Type") == "application/json")
  }

  @Test(arguments: [
    ("text/html; charset=utf-8", true), ("TEXT/HTML", true), ("application/xhtml+xml", true),
    ("application/xml", true), ("text/xml", true), ("image/svg+xml", true),
    ("text/{{query.type}}", true), ("text/plain", false), ("text/csv", false),
  ])
  func `is escaped in HTML and XML`(type: String, isEscaped: Bool) throws {
    let filler = try Filler(
      .text("<p title='{{header.X-T}}'>{{query.q}}</p>").header("Content-Type", type))

    let text = try filler.text(
      "default", "/users/7?type=html&q=%3Cscript%3Ea%26b%3C/script%3E",
      headers: [("X-T", "' onclick=\"x\"")])

    #expect(
      text
        == (isEscaped
          ? "<p title='&#39; onclick=&quot;x&quot;'>&lt;script&gt;a&amp;b&lt;/script&gt;</p>"
          : "<p title='' onclick=\"x\"'><script>a&b</script></p>"))
  }

  @Test(arguments: ["a.txt", "a.html", "a.xml", "a.svg", "a.m3u8", "a.csv", "a.js"])
  func `has them in every type of text`(name: String) throws {
    try folder.write(name, "<{{path.id}}>")

    #expect(try Filler(.fixture(name), folder: folder.path).text() == "<7>")
  }

  @Test(arguments: [
    ("a.bin", Array("{{path.id}} {{x}}".utf8)), ("a.png", Array("{{path.id}}".utf8)),
    ("a.txt", Array("{{path.id}}".utf8) + [0xFF]), ("b.txt", Array("{ {path.id}}".utf8)),
  ])
  func `has none where it is no text`(name: String, bytes: [UInt8]) throws {
    try folder.write(name, bytes)
    let filler = try Filler(.fixture(name), folder: folder.path)

    #expect(filler.engine.report.problems.isEmpty)
    #expect(try filler.reply()?.body(upTo: .max) == bytes)
    #expect(try filler.reply() === filler.reply())
  }

  @Test func `is filled under a name that the request makes`() throws {
    try folder.write("7.txt", "{{query.q}}")

    #expect(
      try Filler(.fixture("{id}.txt"), folder: folder.path).text("default", "/users/7?q=a") == "a")
  }

  @Test func `is served as it is where nobody could check it before, with a warning`() throws {
    try folder.write("7.html", "{{#each users}}\u{7F}{{/each}}")
    let warnings = FixtureTests.Warnings()
    let filler = try Filler(.fixture("{id}.html"), folder: folder.path, warnings: warnings)

    let replies = try (0..<3).map { _ in try filler.reply() }

    let warning =
      "\(folder.path)/7.html:1: '{{#each users}}' is no placeholder; the file is served as it is"
    #expect(replies.allSatisfy { $0?.text == "{{#each users}}\u{7F}{{/each}}" })
    #expect(replies.allSatisfy { $0?.value(of: "Understudy-Warning") == warning })
    #expect(warnings.all == [warning])
  }

  @Test func `is served as it is once it is edited wrongly, with a warning`() throws {
    try folder.write("a.txt", "{{path.id}}")
    let warnings = FixtureTests.Warnings()
    let filler = try Filler(
      .fixture("a.txt").header("X-A", "{{path.id}}"), folder: folder.path, time: time,
      warnings: warnings)
    #expect(try filler.text() == "7")
    try folder.write("a.txt", "one\n{{path.di}} {{path.id}}")
    time.advance(by: .seconds(1))

    let reply = try filler.reply()
    _ = try filler.reply()

    let warning =
      "\(folder.path)/a.txt:2: '{{path.di}}' is no parameter of its path (it has {id}); the file is served as it is"
    #expect(reply?.text == "one\n{{path.di}} {{path.id}}")
    #expect(reply?.value(of: "Understudy-Warning") == warning)
    #expect(reply?.value(of: "X-A") == "7")
    #expect(warnings.all == [warning])

    try folder.write("a.txt", "two {{path.id}}")
    time.advance(by: .seconds(1))

    #expect(try filler.text() == "two 7")
    #expect(try filler.reply()?.value(of: "Understudy-Warning") == nil)
  }
}
