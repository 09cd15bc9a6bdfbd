import Testing

@testable import MicroHTTPD

@Suite("An entity tag")
struct EntityTagTests {
  private func list(_ text: String) -> [EntityTag] { EntityTag.list(Array(text.utf8)[...]) }

  @Test(arguments: [
    (#""a", W/"b" ,"c,d""#, [#""a""#, #"W"b""#, #""c,d""#]), ("*", ["*"]), ("", []), (" , ,", []),
    ("v1, v2", ["v1", "v2"]), (#""open"#, [#""open"#]), ("W/", []), (#""""#, [#""""#]),
  ])
  func `is read out of a list`(text: String, tags: [String]) {
    #expect(
      list(text).map { ($0.isWeak ? "W" : "") + String(decoding: $0.opaque, as: UTF8.self) }
        == tags)
  }

  // RFC 9110, 8.8.3.2.
  @Test(arguments: [
    (#"W/"1""#, #"W/"1""#, false, true), (#"W/"1""#, #"W/"2""#, false, false),
    (#"W/"1""#, #""1""#, false, true), (#""1""#, #""1""#, true, true),
  ])
  func `is the same strongly or weakly`(one: String, other: String, strongly: Bool, weakly: Bool)
    throws
  {
    let (one, other) = try (#require(list(one).first), #require(list(other).first))

    #expect(one.isStrongly(other) == strongly)
    #expect(one.isWeakly(other) == weakly)
  }
}
