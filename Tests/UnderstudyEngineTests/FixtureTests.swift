import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A fixture")
struct FixtureTests {
  final class Warnings: Sendable {
    private let lines = Lock([String]())
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  let folder: TemporaryFolder
  let time = ManualTime()
  let warnings = Warnings()
  let store: FixtureStore

  init() throws {
    folder = try TemporaryFolder()
    let warnings = warnings
    store = FixtureStore(RootedFolder(folder.path), time: time, warn: { warnings.add($0) })
  }

  private func text(_ name: String) -> String {
    let result = store.current(Array(name.utf8))
    return switch result {
    case .large: "large"
    case .found(let fixture): String(decoding: fixture.bytes, as: UTF8.self)
    case .missing: "missing"
    case .outside, .notAFile, .unreadable: result.reason
    }
  }

  @Test func `is seen again within 100 ms of a save`() throws {
    try folder.write("a.txt", "one")
    #expect(text("a.txt") == "one")
    try folder.write("a.txt", "two")
    #expect(text("a.txt") == "one")

    time.advance(by: .milliseconds(50))

    #expect(text("a.txt") == "two")
  }

  @Test(.bug(id: "X02"))
  func `keeps its last good content while it is half written, and warns once`() throws {
    try folder.write("a.json", "{\"a\":1}")
    #expect(text("a.json") == "{\"a\":1}")
    for round in 2...20 {
      try folder.write("a.json", "{\"a\":")
      time.advance(by: .milliseconds(50))
      #expect(text("a.json") == "{\"a\":\(round - 1)}")
      time.advance(by: .milliseconds(50))
      #expect(text("a.json") == "{\"a\":\(round - 1)}")
      try folder.write("a.json", "{\"a\":\(round)}")
      time.advance(by: .milliseconds(50))

      #expect(text("a.json") == "{\"a\":\(round)}")
    }
    #expect(warnings.all.count == 19)
    #expect(
      warnings.all.first
        == "\(folder.path)/a.json:1:6: not JSON: expected a value, found the end; its last good content is served"
    )
  }

  @Test func `may be missing for a moment, as some editors save`() throws {
    try folder.write("a.txt", "one")
    _ = text("a.txt")
    folder.remove("a.txt")
    time.advance(by: .milliseconds(50))
    #expect(text("a.txt") == "one")

    time.advance(by: .milliseconds(50))

    #expect(text("a.txt") == "missing")
  }

  @Test func `is missing at once when it is deleted later`() throws {
    try folder.write("a.txt", "one")
    _ = text("a.txt")
    folder.remove("a.txt")

    time.advance(by: .seconds(60))

    #expect(text("a.txt") == "missing")
  }

  @Test func `is found by the bytes of its name`() throws {
    try folder.write("cafe\u{301}.txt", "decomposed")

    #expect(text("cafe\u{301}.txt") == "decomposed")
    #expect(text("caf\u{E9}.txt") == "missing")
  }

  @Test(.bug(id: "X06"))
  func `may be a link inside the folder and never one that leads out`() throws {
    try folder.write("..2026/a.json", "{}")
    try folder.symlink("..data", to: "..2026")
    try folder.symlink("a.json", to: "..data/a.json")
    try folder.symlink("evil", to: "/etc")
    try folder.symlink("passwd", to: "/etc/passwd")

    #expect(text("a.json") == "{}")
    #expect(text("evil/passwd") == "it lies outside the folder of fixtures")
    #expect(text("passwd") == "it lies outside the folder of fixtures")
    #expect(text("evil") == "it lies outside the folder of fixtures")
  }

  @Test(
    .bug(id: "X07"),
    arguments: [
      ("all256.bin", (0...255).map { UInt8($0) }), ("crlf.txt", Array("a\r\nb\r\n".utf8)),
      ("lf.txt", Array("a\nb".utf8)), ("nofinalnewline.json", Array("{}".utf8)), ("empty.bin", []),
    ])
  func `is served byte for byte`(name: String, bytes: [UInt8]) throws {
    try folder.write(name, bytes)

    guard case .found(let fixture) = store.current(Array(name.utf8)) else {
      Issue.record("\(name) is not found")
      return
    }

    #expect(fixture.bytes == bytes)
  }

  @Test(arguments: [
    ("a.json", "application/json"), ("a.JSON", "application/json"), ("x/a.png", "image/png"),
    ("a.txt", "text/plain; charset=utf-8"), ("a.svg", "image/svg+xml"),
    ("a.unknown", "application/octet-stream"), ("noextension", "application/octet-stream"),
    (".json", "application/octet-stream"), ("a.tar.gz", "application/gzip"),
  ])
  func `has the type of its extension`(name: String, type: String) {
    #expect(ContentType.of(fileName: name) == type)
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    var template: String, name: String, target: String, refusal: FixtureName.Refusal
    var testDescription: String { target }
  }

  @Test(
    .bug(id: "P12"),
    arguments: [
      Refused(
        template: "/f/{n}", name: "{n}", target: "/f/%2e%2e%2fsecret.txt",
        refusal: .separator(parameter: "n")),
      Refused(
        template: "/f/{n}", name: "{n}", target: "/f/..%5csecret.txt",
        refusal: .separator(parameter: "n")),
      Refused(
        template: "/f/{n}", name: "{n}", target: "/f/..", refusal: .parentFolder(parameter: "n")),
      Refused(
        template: "/f/{n}", name: "{n}.json", target: "/f/.hidden", refusal: .hidden(parameter: "n")
      ),
      Refused(
        template: "/f/{n}", name: "{n}", target: "/f/a%00.json", refusal: .nul(parameter: "n")),
      Refused(
        template: "/f/{r...}", name: "{r}", target: "/f/../secret.txt",
        refusal: .parentFolder(parameter: "r")),
      Refused(
        template: "/f/{r...}", name: "{r}", target: "/f/....//secret.txt",
        refusal: .parentFolder(parameter: "r")),
      Refused(
        template: "/f/{r...}", name: "{r}", target: "/f/a//b", refusal: .empty(parameter: "r")),
      Refused(
        template: "/f/{r...}", name: "{r}", target: "/f//etc/passwd",
        refusal: .empty(parameter: "r")),
      Refused(
        template: "/f/{r...}", name: "{r}", target: "/f/a/.git/config",
        refusal: .hidden(parameter: "r")),
      Refused(
        template: "/f", name: "{query.p}", target: "/f?p=..",
        refusal: .parentFolder(parameter: "query.p")),
      Refused(
        template: "/f", name: "{query.p}", target: "/f?q=1", refusal: .missing(parameter: "query.p")
      ),
    ])
  func `is not named by what leads elsewhere`(_ example: Refused) throws {
    let name = try FixtureName(example.name)
    let template = try PathTemplate(example.template)
    let target = try Target(Array(example.target.utf8))

    #expect(throws: example.refusal) { try name.filled(by: template, target) }
  }

  @Test func `is named by path, rest and query`() throws {
    let template = try PathTemplate("/f/{id}/{rest...}")
    let target = try Target(Array("/f/7/a/b%20c.png?page=2".utf8))

    let name = try FixtureName("x/{id}-{query.page}/{rest}").filled(by: template, target)

    #expect(String(decoding: name, as: UTF8.self) == "x/7-2/a/b c.png")
  }
}
