import Testing
import Understudy

@Suite("JSON equality")
struct JSONEqualityTests {
  @Test(
    arguments: [
      (["a": 1, "b": [1, 2]], ["b": [1, 2.0], "a": 1.0]),
      (["a": ["x": nil, "y": true]], ["a": ["y": true, "x": nil]]),
      ([], []), ([:], [:]), (nil, nil), ("é", "\u{E9}"),
    ] as [(JSON, JSON)])
  func `asks for values, not for spelling`(_ one: JSON, _ other: JSON) {
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
  }

  @Test(
    .bug(id: "J02"), .bug(id: "J03"),
    arguments: [
      (1, true), (0, false), (1, "1"), (nil, false), (nil, [:]), ([], [:]), ([1, 2], [2, 1]),
      (["a": nil], [:]), (["a": 1], ["a": 1, "b": nil]), (["a": 1], ["b": 1]), ("", nil),
      ("\u{E9}", "e\u{301}"), (["\u{E9}": 1], ["e\u{301}": 1]), ("a", "A"),
    ] as [(JSON, JSON)])
  func `keeps apart what differs`(_ one: JSON, _ other: JSON) {
    #expect(one != other)
    #expect(other != one)
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, #"{"a":2}"#, false),
    (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#, false),
    (#"{"a":1,"b":0,"a":2}"#, #"{"b":0,"a":1,"a":2}"#, true),
  ])
  func `takes every member of a repeated key`(_ one: String, _ other: String, _ areEqual: Bool)
    throws
  {
    #expect(try (JSON(parsing: one) == JSON(parsing: other)) == areEqual)
  }
}
