import Testing
import Understudy

@testable import UnderstudyCLI

@Suite("A file of Swift")
struct SwiftSourceTests {
  private static func source(_ text: String) -> SwiftSource {
    SwiftSource(path: "routes/A.swift", Array(text.utf8))
  }

  @Test(arguments: [
    "// Route()", "/* Route() /* Route() */ Route() */", #""Route()""#, #""\"Route()""#,
    #""\(x("Route()")) Route()""#, ##"#"" Route() \""#"##, "\"\"\"\n\"Route()\"\n\"\"\"",
    #""\(a.map { "\($0) Route()" }) Route()""#, "x.Route()", "MyRoute()", "Route2()", "Route",
  ])
  func `has no call where there is none`(_ text: String) {
    #expect(Self.source(text + "\nlet a = 1").calls(of: "Route").isEmpty)
  }

  @Test(arguments: [
    "Route(\"a\")", "/* no */Route (\"a\")", "\"b\" + Route(\"a\")", "\"open\nRoute(\"a\")",
    "Route(/* the id: */ \"a\")",
  ])
  func `has a call where there is one`(_ text: String) {
    #expect(Self.source(text).calls(of: "Route").count == 1)
  }

  @Test func `has the arguments of a call, and what follows in braces`() throws {
    let source = Self.source(
      #"RouteGroup("a", path: "/a", failures: { .json(["x": [1, 2]]) }) { Route("b") }"#)
    let call = try #require(source.calls(of: "RouteGroup").first)

    #expect(call.arguments.map(\.label) == [nil, "path", "failures"])
    #expect(
      call.arguments.map { source.text($0.value) } == [
        #""a""#, #""/a""#, #"{ .json(["x": [1, 2]]) }"#,
      ])
    #expect(call.argument("path").flatMap { source.literal($0.value) } == "/a")
    #expect(call.block.map(source.text) == #" Route("b") "#)
  }

  @Test(arguments: ["RouteGroup(", "RouteGroup(]", "RouteGroup(\"a\") {"])
  func `has no calls or blocks whose brackets do not go in pairs`(_ text: String) {
    #expect(Self.source(text).calls(of: "RouteGroup").allSatisfy { $0.block == nil })
  }

  @Test(arguments: [
    ("a", #""a""#), ("\"\\(x)\n", #""\"\\(x)\n""#), ("é\u{7F}\u{200D}", "\"é\\u{7f}\\u{200d}\""),
  ])
  func `takes a string as it is`(_ text: String, _ literal: String) {
    #expect(SwiftLiteral.string(text) == literal)
  }

  @Test(arguments: [
    (
      #"{"a":[1,-2,1.5],"b":null,"c":true,"d":{}}"#,
      #"["a": [1, -2, 1.5], "b": nil, "c": true, "d": [:]]"#
    ),
    ("[]", "[]"), ("null", "nil"), (#""a""#, #""a""#), ("1.50", nil), ("1e3", nil),
    ("[9223372036854775808]", nil), ("-0", nil),
  ])
  func `takes JSON where no digit is lost`(_ text: String, _ literal: String?) throws {
    #expect(SwiftLiteral.json(try JSON(parsing: text)) == literal)
  }

  @Test(arguments: [
    ("orders", "orders"), ("shop.order-lines", "shopOrderLines"), ("2fa", "routes2fa"),
    ("default", "defaultRoutes"), ("catalog", "catalogRoutes"), ("Users", "users"), ("-", "routes"),
  ])
  func `has a name for an id`(_ id: String, _ name: String) {
    #expect(SwiftName.variable(id) == name)
  }
}
