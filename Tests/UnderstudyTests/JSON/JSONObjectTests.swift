import Testing
import Understudy

@Suite("A JSON object")
struct JSONObjectTests {
  @Test func `keeps its members in the order written`() {
    let object: JSON.Object = ["z": 1, "a": 2, "m": 3]

    #expect(object.keys == ["z", "a", "m"])
    #expect(object.map(\.value) == [1, 2, 3])
    #expect(object[1].key == "a")
  }

  @Test func `is changed by key`() {
    var object: JSON.Object = ["a": 1, "b": 2]

    object["a"] = 10
    object["c"] = .null
    object["b"] = Optional<JSON>.none

    #expect(JSON.object(object).text == #"{"a":10,"c":null}"#)
  }

  @Test func `finds the last of a repeated key and removes them all`() throws {
    var object = try #require(JSON(parsing: #"{"a":1,"b":2,"a":3}"#).objectValue)

    #expect(object["a"] == 3)
    object["a"] = 4
    #expect(JSON.object(object).text == #"{"a":1,"b":2,"a":4}"#)
    object["a"] = Optional<JSON>.none
    #expect(object.keys == ["b"])
  }

  @Test func `tells keys apart by their bytes`() {
    var object: JSON.Object = ["\u{E9}": 1, "e\u{301}": 2]

    object["e\u{301}"] = 3

    #expect(object["\u{E9}"] == 1)
    #expect(object.count == 2)
  }

  @Test func `is read through accessors that are nil for other kinds`() {
    let name = "Ada"
    let json: JSON = [
      "n": 1.0, "s": "\(name)", "b": true, "a": [1, "x"], "o": ["k": nil], "d": 1.5,
    ]

    #expect(json["n"]?.intValue == 1)
    #expect(json["s"]?.stringValue == "Ada")
    #expect(json["b"]?.boolValue == true)
    #expect(json["a"]?[1] == "x")
    #expect(json["a"]?[2] == nil)
    #expect(json["a"]?[-1] == nil)
    #expect(json["o"]?["k"] == .some(.null))
    #expect(json["o"]?["none"] == nil)
    #expect(json["d"]?.intValue == nil)
    #expect(json["s"]?.boolValue == nil)
    #expect(json["s"]?.intValue == nil)
    #expect(json["n"]?.stringValue == nil)
    #expect(json["n"]?.arrayValue == nil)
    #expect(json["a"]?.objectValue == nil)
    #expect(json[0] == nil)
  }
}
