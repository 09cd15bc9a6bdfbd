import Foundation
import Testing
import Understudy

@Suite("JSON through other encoders")
struct JSONCodableTests {
  @Test func `keeps its values`() throws {
    let document: JSON = [
      "text": "é", "none": nil, "yes": true, "no": false, "one": 1, "half": 0.5,
      "list": [nil, 1, []],
      "empty": [:], "big": .int(UInt64.max), "small": .int(Int.min),
    ]

    let data = try JSONEncoder().encode(document)

    #expect(try JSON(parsing: [UInt8](data)) == document)
    #expect(try JSONDecoder().decode(JSON.self, from: data) == document)
  }

  @Test(arguments: ["1", "true", "null", #""a""#, "[]", "{}", "1.5"])
  func `keeps values that are no containers`(_ text: String) throws {
    let value = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))

    #expect(value.text == text)
    #expect(String(decoding: try JSONEncoder().encode(value), as: UTF8.self) == text)
  }

  @Test func `takes part in an app's own types`() throws {
    struct Event: Codable, Equatable {
      var payload: JSON, amount: JSON.Number, labels: JSON.Object
    }
    let amount = try #require(JSON.Number("12.50"))
    let event = Event(payload: ["a": [1]], amount: amount, labels: ["k": "v"])

    let data = try JSONEncoder().encode(event)

    #expect(try JSONDecoder().decode(Event.self, from: data) == event)
  }

  @Test func `refuses another kind for a number or an object`() {
    let array = Data("[1]".utf8)

    #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSON.Number.self, from: array) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSON.Object.self, from: array) }
  }
}
