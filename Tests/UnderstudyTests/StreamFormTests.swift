import Testing
import Understudy

@Suite("The JSON form of a stream")
struct StreamFormTests {
  @Test(arguments: [
    #"{"stream":[{"n":1},2],"everyMilliseconds":500}"#,
    #"{"status":201,"headers":{"Content-Type":"application/jsonl"},"stream":[null],"everyMilliseconds":0,"bytesPerSecond":9}"#,
    #"{"events":[{"event":"tick","data":{"n":1},"id":"1"},{"data":"hi"}],"everyMilliseconds":1}"#,
    #"{"events":[],"everyMilliseconds":0,"staysOpen":true}"#,
  ])
  func `comes back as it was`(text: String) throws {
    #expect(try Outcome(json: JSON(parsing: text)).json?.text == text)
  }

  @Test func `has no interval where none is given`() throws {
    let outcome = try Outcome(json: ["stream": [1]])

    #expect(outcome.json == ["stream": [1], "everyMilliseconds": 0])
  }

  @Test(arguments: [
    (#"{"stream":[]}"#, "'stream' must be an array of at least one value."),
    (#"{"events":{}}"#, "'events' must be an array of events."),
    (#"{"events":[]}"#, "'events' must be an array of at least one event, or stay open."),
    (#"{"events":[7]}"#, "'events[0]' must be an object with 'data', not a number."),
    (#"{"events":[{"event":"a"}]}"#, "'events[0].data' is missing."),
    (
      #"{"events":[{"data":1,"name":"a"}]}"#, "'events[0].name' is not part of an event."
    ),
    (
      #"{"events":[{"data":1,"event":"a\nb"}]}"#,
      #"'events[0].event' must be one line, not "a\nb"."#
    ),
    (
      #"{"stream":[1],"everyMilliseconds":-1}"#,
      "'everyMilliseconds' must be a whole number from 0 to 86400000 (one day), not -1."
    ),
    (#"{"stream":[1],"staysOpen":true}"#, "'staysOpen' goes with 'events' only."),
    (
      #"{"events":[],"staysOpen":false}"#, "'staysOpen' must be true; leave it out otherwise."
    ),
    (
      #"{"text":"a","everyMilliseconds":1}"#,
      "'everyMilliseconds' goes with 'stream' and 'events' only."
    ),
  ])
  func `is told what would be right`(text: String, message: String) throws {
    let json = try JSON(parsing: text)

    let error = #expect(throws: FormError.self) { try Outcome(json: json) }

    #expect(error?.description == "Field \(message)")
  }

  @Test(arguments: [
    (ServerEvent("tick", ["n": 1], id: "7"), "id: 7\nevent: tick\ndata: {\"n\":1}\n\n"),
    (ServerEvent(nil, "one\ntwo\r\nthree\r"), "data: one\ndata: two\ndata: three\ndata: \n\n"),
    (ServerEvent(nil, nil), "data: null\n\n"), (ServerEvent(nil, ""), "data: \n\n"),
  ])
  func `is written as a browser reads it`(event: ServerEvent, text: String) {
    #expect(String(decoding: event.bytes, as: UTF8.self) == text)
  }
}
