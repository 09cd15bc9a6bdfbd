import MicroHTTPD
import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A fault")
struct FaultTests {
  /// What is said of an answer's way over the wire.
  static func wire(_ performed: Performed?) -> String {
    guard let reply = performed?.reply else { return performed?.word ?? "nothing" }
    var words = ["\(reply.status)", String(decoding: reply.sentBody, as: UTF8.self)]
    switch reply.cut {
    case .close: words.append("closed")
    case .reset: words.append("reset")
    case .stall: words.append("stalled")
    case nil: break
    }
    switch reply.framing {
    case .exact: break
    case .excess(let count): words.append("of \(count) more")
    case .chunked: words.append("in chunks")
    }
    if let malformation = reply.malformation { words.append("\(malformation)") }
    return words.joined(separator: " ")
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var fault: Fault
    /// With a default of six letters.
    var ofText: String
    /// With a 204.
    var ofNothing: String
    var testDescription: String { "\(fault)" }
  }

  static let examples = [
    Example(fault: .reset, ofText: "reset", ofNothing: "reset"),
    Example(fault: .emptyReply, ofText: "close", ofNothing: "close"),
    Example(
      fault: .malformedStatusLine, ofText: "200 abcdef statusLine", ofNothing: "204  statusLine"),
    Example(fault: .malformedHeader, ofText: "200 abcdef header", ofNothing: "204  header"),
    Example(fault: .truncatedBody(), ofText: "200 abc closed", ofNothing: "200 { closed"),
    Example(fault: .truncatedBody(after: 1), ofText: "200 a closed", ofNothing: "200 { closed"),
    Example(
      fault: .truncatedBody(after: 6), ofText: "200 abcde closed", ofNothing: "200 { closed"),
    Example(
      fault: .truncatedBody(after: 100), ofText: "200 abcde closed", ofNothing: "200 { closed"),
    Example(
      fault: .truncatedBody(chunked: true), ofText: "200 abc closed in chunks",
      ofNothing: "200 { closed in chunks"),
    Example(
      fault: .malformedChunk(), ofText: "200 abc chunk(after: 3)",
      ofNothing: "200 { chunk(after: 1)"),
    Example(
      fault: .malformedChunk(after: 0), ofText: "200  chunk(after: 0)",
      ofNothing: "200  chunk(after: 0)"),
    Example(fault: .stalledBody(), ofText: "200 abc stalled", ofNothing: "200 { stalled"),
    Example(fault: .stalledBody(after: 0), ofText: "200  stalled", ofNothing: "200  stalled"),
    Example(fault: .resetBody(), ofText: "200 abc reset", ofNothing: "200 { reset"),
    Example(fault: .resetBody(after: 5), ofText: "200 abcde reset", ofNothing: "200 { reset"),
    Example(
      fault: .contentLengthMismatch, ofText: "200 abcdef closed of 100 more",
      ofNothing: "200 {} closed of 100 more"),
    Example(fault: .wrongEncoding, ofText: "200 abcdef", ofNothing: "200 {}"),
    Example(fault: .redirectLoop, ofText: "302 ", ofNothing: "302 "),
  ]

  @Test(arguments: examples)
  func `breaks the default's answer, or sends none`(_ example: Example) throws {
    let variant = { (route: Route) in route.variant("broken", .fault(example.fault)) }

    #expect(
      Self.wire(try Engine(single(.text("abcdef"), variant)).perform("broken"))
        == example.ofText)
    #expect(
      Self.wire(try Engine(single(.status(204), variant)).perform("broken"))
        == example.ofNothing)
  }

  struct Default: Sendable, CustomTestStringConvertible {
    var name: String, outcome: Outcome, wire: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Default(name: "JSON", outcome: .json([1, 2]).status(201), wire: "201 [1 stalled"),
    Default(
      name: "placeholders", outcome: .text("{{header.X-None}}ab"), wire: "200 a stalled"),
    Default(name: "computed", outcome: .dynamic { _ in .text("ab") }, wire: "200 a stalled"),
    Default(
      name: "a step", outcome: .sequence(.text("ab"), .text("cd")), wire: "200 a stalled"),
    Default(name: "drawn", outcome: .weighted([.text("ab"): 1]), wire: "200 a stalled"),
    Default(
      name: "a stand-in for a file", outcome: .fixture("no.txt", ifMissing: .text("ab")),
      wire: "200 a stalled"),
    Default(name: "a redirect", outcome: .redirect(to: "/x"), wire: "302 { stalled"),
    Default(name: "held", outcome: .held, wire: "held"),
    Default(name: "another fault", outcome: .fault(.emptyReply), wire: "close"),
    Default(
      name: "an endless redirect", outcome: .fault(.redirectLoop), wire: "302 { stalled"),
  ])
  func `breaks every kind of default that answers`(_ example: Default) throws {
    let engine = try Engine(single(example.outcome) { $0.variant("b", .fault(.stalledBody())) })

    #expect(Self.wire(try engine.perform("b")) == example.wire)
  }

  @Test func `has the status and the headers around it, filled from the request`() throws {
    let engine = try Engine(
      single(.text("abcd").header("ETag", "\"1\"").header("X-A", "1")) {
        $0.variant(
          "b", .fault(.resetBody()).status(206).header("X-A", "{{header.X-B}}"))
      })

    let request = try request("/", headers: [("X-B", "7")])
    let performed = engine.switchboard.plan(of: 0, variant: "b")?.perform(
      request, in: engine.world, network: Network())

    #expect(Self.wire(performed) == "206 ab reset")
    #expect(performed?.reply?.value(of: "X-A") == "7")
    // A client must not keep what was broken, or ask whether it has changed.
    #expect(performed?.reply?.value(of: "ETag") == nil)
  }

  @Test func `is a step, a draw, an answer to a rule, or given on the spot, with its delay`() throws
  {
    let engine = try Engine(
      single(.text("ab")) {
        $0.variant(
          "steps", .sequence(.fault(.truncatedBody()), .default, .fault(.stalledBody()))
        )
        .variant("drawn", .weighted([.fault(.resetBody()).delayed(.seconds(2)): 1]))
      })

    #expect(Self.wire(try engine.perform("steps")) == "200 a closed")
    #expect(Self.wire(try engine.perform("steps")) == "200 ab")
    #expect(Self.wire(try engine.perform("steps")) == "200 a stalled")
    #expect(Self.wire(try engine.perform("drawn")) == "200 a reset")
    #expect(try engine.perform("drawn")?.delay == .seconds(2))
    try engine.world.change([(.all, .outcome(.fault(.contentLengthMismatch)))])
    #expect(Self.wire(try engine.performNow()) == "200 ab closed of 100 more")
  }

  @Test func `shares the position of the default that it breaks`() throws {
    let engine = try Engine(
      single(.sequence(.text("ab"), .text("cd"), .text("ef"))) {
        $0.variant("b", .fault(.truncatedBody()))
          .variant("c", .sequence(.fault(.truncatedBody())))
      })

    #expect(Self.wire(try engine.perform()) == "200 ab")
    #expect(Self.wire(try engine.perform("b")) == "200 c closed")
    #expect(Self.wire(try engine.perform("c")) == "200 e closed")
  }

  @Test func `is not gzip, even where the body is`() throws {
    let gzip = Outcome.data([0x1F, 0x8B, 8]).header("Content-Encoding", "gzip")
    let engine = try Engine(single(gzip) { $0.variant("b", .fault(.wrongEncoding)) })

    let reply = try #require(try engine.perform("b")?.reply)

    #expect(reply.body(upTo: .max) == [0x8B, 8])
    #expect(reply.fields.filter { $0.isNamed("Content-Encoding") }.map(\.value) == ["gzip"])
  }

  struct Redirect: Sendable, CustomTestStringConvertible {
    var method = "GET"
    var target: String
    var status = 302
    var location: String
    var testDescription: String { "\(method) \(target)" }
  }

  @Test(arguments: [
    Redirect(target: "/", location: "/"),
    Redirect(target: "/a%2Fb/c?x=1&y=%20", location: "/a%2Fb/c?x=1&y=%20"),
    Redirect(target: "http://h:1/a?x", location: "/a?x"),
    Redirect(target: "//evil/a", location: "/.//evil/a"),
    Redirect(target: "/ä?ö", location: "/%C3%A4?%C3%B6"),
    Redirect(method: "HEAD", target: "/a", location: "/a"),
    Redirect(method: "POST", target: "/a", status: 307, location: "/a"),
    Redirect(method: "DELETE", target: "/a", status: 307, location: "/a"),
  ])
  func `redirects to the target of the request`(_ example: Redirect) throws {
    let route = Route(
      "r.one", .any, "/{rest...}", query: .ignored,
      default: .fault(.redirectLoop).header("X-A", "{{path.rest}}"))
    let engine = try Engine(Catalog(RouteGroup("r") { route }))
    let request = try request(example.target, method: example.method)

    let reply = engine.switchboard.plan(of: 0, variant: "default")?.perform(
      request, in: engine.world, network: Network()
    ).reply

    #expect(reply?.status == example.status)
    #expect(reply?.value(of: "Location") == example.location)
  }

  @Test func `redirects as it is told`() throws {
    let engine = try Engine(single(.fault(.redirectLoop).status(308).header("X-A", "1")))

    let reply = try engine.perform()?.reply

    #expect(reply?.status == 308)
    #expect(reply?.value(of: "X-A") == "1")
  }

  @Test func `spends no step only where nothing was sent before a reset`() throws {
    let faults: [Outcome] = [.fault(.reset), .fault(.resetBody()), .fault(.emptyReply)]
    let engine = try Engine(single(.text("ab")) { $0.variant("s", .sequence(faults)) })

    #expect(Self.wire(try engine.perform("s", sentAgain: true)) == "reset")
    #expect(Self.wire(try engine.perform("s")) == "reset")
    #expect(Self.wire(try engine.perform("s", sentAgain: true)) == "200 a reset")
    #expect(Self.wire(try engine.perform("s", sentAgain: true)) == "close")
  }

  struct Summary: Sendable, CustomTestStringConvertible {
    var outcome: Outcome, text: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Summary(outcome: .fault(.reset), text: "fault reset"),
    Summary(
      outcome: .fault(.truncatedBody(after: 9, chunked: true)).status(206),
      text: "206, fault truncatedBody after 9 bytes in chunks"),
    Summary(
      outcome: .fault(.stalledBody()).delayed(.seconds(1)), text: "fault stalledBody, after 1000 ms"
    ),
  ])
  func `is listed in one line`(_ example: Summary) {
    #expect(OutcomeSummary.text(of: example.outcome) == example.text)
  }

  struct Problem: Sendable, CustomTestStringConvertible {
    var outcome: Outcome, clause: String
    var testDescription: String { clause }
  }

  @Test(arguments: [
    Problem(
      outcome: .fault(.reset).status(500),
      clause: "has a status or headers around the fault 'reset', which sends no answer"),
    Problem(
      outcome: .fault(.emptyReply).header("X-A", "1"),
      clause: "has a status or headers around the fault 'emptyReply', which sends no answer"),
    Problem(
      outcome: .sequence(.fault(.truncatedBody()).status(204)),
      clause: "has the status 204 around the fault 'truncatedBody', which needs a body"),
    Problem(
      outcome: .fault(.redirectLoop).status(200),
      clause:
        "has the status 200 around the fault 'redirectLoop', which must be 301, 302, 303, 307 or 308"
    ),
    Problem(
      outcome: .fault(.stalledBody(after: -1)),
      clause: "has a fault after -1 bytes of the body, which must be 0 or more"),
    Problem(
      outcome: .fault(.redirectLoop).header("X-A", "{{nope}}"),
      clause:
        "has '{{nope}}' in header 'X-A', which is no placeholder. Where braces are text, say '.verbatim', or '\"verbatim\": true' in JSON"
    ),
  ])
  func `is checked with what lies around it`(_ example: Problem) throws {
    let catalog = single(.text("ab")) { $0.variant("b", example.outcome) }

    let problems = CatalogReportTests.problems(catalog).map { $0.prefix { $0 != "\n" } }

    #expect(problems == ["Variant 'b' of route 'r.one' \(example.clause)."])
  }

  @Test(arguments: [
    Outcome.fault(.truncatedBody()), .sequence(.fault(.truncatedBody()), .text("a")),
    .weighted([.fault(.truncatedBody()): 1]),
  ])
  func `cannot break a default that it is part of`(_ outcome: Outcome) {
    let problems = CatalogReportTests.problems(single(outcome)).map { $0.prefix { $0 != "\n" } }

    #expect(
      problems.first
        == "Variant 'default' of route 'r.one' has the fault 'truncatedBody', which breaks the default's answer, in the default itself: make it a variant."
    )
  }
}
