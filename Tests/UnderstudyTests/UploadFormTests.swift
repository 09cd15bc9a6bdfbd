import Testing
import Understudy

@Suite("The JSON form of what happens while a body comes")
struct UploadFormTests {
  @Test(arguments: [
    #"{"status":201,"upload":{"bytesPerSecond":50000}}"#,
    #"{"json":[],"upload":{"refused":{"after":0,"with":{"variant":"unauthorized"}}}}"#,
    #"{"status":201,"delayMilliseconds":5,"upload":{"bytesPerSecond":1,"refused":{"after":1000,"with":{"status":413,"delayMilliseconds":7}},"withholdsContinue":true}}"#,
    #"{"variant":"default","upload":{"reset":{"after":1000}}}"#,
  ])
  func `comes back as it was`(text: String) throws {
    #expect(try Outcome(json: JSON(parsing: text)).json?.text == text)
  }

  @Test func `is what the modifiers set, the last of each`() {
    let outcome = Outcome.status(201).resettingUpload(after: 1)
      .refusingBody(after: 2, with: .unauthorized).readingAt(bytesPerSecond: 3)
      .readingAt(bytesPerSecond: 4).withholdingContinue

    #expect(
      outcome.json?.text
        == #"{"status":201,"upload":{"bytesPerSecond":4,"refused":{"after":2,"with":{"variant":"unauthorized"}},"withholdsContinue":true}}"#
    )
    #expect(
      outcome.resettingUpload(after: 5).json?["upload"]?["reset"]?.text == #"{"after":5}"#)
    #expect(
      Outcome.status(201).refusingBody(after: 0, with: .dynamic { _ in .timeout }).json == nil)
  }

  @Test(arguments: [
    (
      "5",
      "'upload' must be an object of 'bytesPerSecond', 'refused', 'reset', 'withholdsContinue', not a number."
    ),
    ("{}", "'upload' needs one of 'bytesPerSecond', 'refused', 'reset', 'withholdsContinue'."),
    (#"{"refusd":1}"#, "'upload.refusd' is not part of it. Did you mean 'refused'?"),
    (
      #"{"bytesPerSecond":0}"#,
      "'upload.bytesPerSecond' must be a whole number from 1 to 1000000000, not 0."
    ),
    (
      #"{"refused":{"after":1,"with":{"status":413}},"reset":{"after":1}}"#,
      "'upload.reset' cannot stand beside 'refused': a body breaks off in one way."
    ),
    (#"{"refused":1}"#, "'upload.refused' must be an object of 'after', 'with', not a number."),
    (#"{"refused":{"with":{"status":413}}}"#, "'upload.refused.after' is missing."),
    (#"{"refused":{"after":1}}"#, "'upload.refused.with' is missing."),
    (
      #"{"refused":{"after":1,"with":{"status":99}}}"#,
      "'upload.refused.with.status' must be a whole number from 200 to 599, not 99."
    ),
    (
      #"{"reset":{"after":-1}}"#,
      "'upload.reset.after' must be a whole number of bytes, 0 or more, not -1."
    ),
    (#"{"reset":{"aftr":1}}"#, "'upload.reset.aftr' is not part of it. Did you mean 'after'?"),
    (
      #"{"withholdsContinue":false}"#,
      "'upload.withholdsContinue' must be true; leave it out otherwise."
    ),
  ])
  func `is told what would be right`(value: String, message: String) throws {
    let json = try JSON(parsing: "{\"status\":200,\"upload\":\(value)}")

    let error = #expect(throws: FormError.self) { try Outcome(json: json) }

    #expect(error?.description == "Field \(message)")
  }
}
