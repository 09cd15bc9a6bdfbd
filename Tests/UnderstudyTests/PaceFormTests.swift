import Testing
import Understudy

@Suite("The JSON form of a pace and of a drawn delay")
struct PaceFormTests {
  @Test(arguments: [
    #"{"text":"a","bytesPerSecond":50000}"#,
    #"{"json":[],"dribbled":{"chunks":5,"overMilliseconds":1000}}"#,
    #"{"status":200,"delayMilliseconds":{"uniform":[100,400]}}"#,
    #"{"status":200,"delayMilliseconds":{"uniform":[0,0],"seed":18446744073709551615}}"#,
    #"{"status":200,"delayMilliseconds":{"logNormal":{"median":120,"sigma":0.6},"seed":7},"bytesPerSecond":1}"#,
  ])
  func `comes back as it was`(text: String) throws {
    #expect(try Outcome(json: JSON(parsing: text)).json?.text == text)
  }

  @Test func `is what the modifiers set, the last of each`() {
    let outcome = Outcome.text("a").dribbled(chunks: 2, over: .seconds(1))
      .throttled(bytesPerSecond: 9).delayed(.seconds(1))
      .delayed(.uniform(.milliseconds(1), .milliseconds(2)), seed: 3)

    #expect(
      outcome.json?.text
        == #"{"text":"a","delayMilliseconds":{"uniform":[1,2],"seed":3},"bytesPerSecond":9}"#)
    #expect(
      Outcome.text("a").dribbled(chunks: 2, over: .seconds(1)).json?.text
        == #"{"text":"a","dribbled":{"chunks":2,"overMilliseconds":1000}}"#)
  }

  @Test(arguments: [
    (
      #""bytesPerSecond":0"#, "'bytesPerSecond' must be a whole number from 1 to 1000000000, not 0."
    ),
    (
      #""bytesPerSecond":1,"dribbled":{"chunks":1,"overMilliseconds":1}"#,
      "'dribbled' cannot stand beside 'bytesPerSecond': a body has one pace."
    ),
    (
      #""dribbled":5"#,
      "'dribbled' must be an object with 'chunks' and 'overMilliseconds', not a number."
    ),
    (#""dribbled":{"chunks":5}"#, "'dribbled.overMilliseconds' is missing."),
    (
      #""dribbled":{"chunk":5}"#,
      "'dribbled.chunk' is not part of it. Did you mean 'chunks'?"
    ),
    (
      #""dribbled":{"chunks":10001,"overMilliseconds":1}"#,
      "'dribbled.chunks' must be a whole number from 1 to 10000, not 10001."
    ),
    (
      #""dribbled":{"chunks":1,"overMilliseconds":0}"#,
      "'dribbled.overMilliseconds' must be a whole number from 1 to 86400000 (one day), not 0."
    ),
    (
      #""delayMilliseconds":"1""#,
      "'delayMilliseconds' must be a whole number from 0 to 86400000 (one day), not \"1\"."
    ),
    (
      #""delayMilliseconds":{}"#,
      "'delayMilliseconds' must be a whole number, or an object with either 'uniform' or 'logNormal'."
    ),
    (
      #""delayMilliseconds":{"unifrom":[1,2]}"#,
      "'delayMilliseconds.unifrom' is not part of a delay. Did you mean 'uniform'?"
    ),
    (
      #""delayMilliseconds":{"uniform":[1]}"#,
      "'delayMilliseconds.uniform' must be an array of the least and the most delay."
    ),
    (
      #""delayMilliseconds":{"logNormal":{"median":1}}"#,
      "'delayMilliseconds.logNormal.sigma' is missing."
    ),
    (
      #""delayMilliseconds":{"logNormal":{"median":1,"sigma":6}}"#,
      "'delayMilliseconds.logNormal.sigma' must be a number from 0 to 5, not 6."
    ),
  ])
  func `is told what would be right`(fields: String, message: String) throws {
    let json = try JSON(parsing: "{\"status\":200,\(fields)}")

    let error = #expect(throws: FormError.self) { try Outcome(json: json) }

    #expect(error?.description == "Field \(message)")
  }
}
