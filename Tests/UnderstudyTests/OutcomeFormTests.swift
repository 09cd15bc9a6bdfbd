import Foundation
import Testing
import Understudy

@Suite("The JSON form of an outcome")
struct OutcomeFormTests {
  @Test(arguments: [
    #"{"status":402,"headers":{"X-A":"1"},"json":{"left":0,"a":12345678901234567890},"delayMilliseconds":300}"#,
    #"{"headers":{"Set-Cookie":["a=1","b=2"]},"text":"hi"}"#,
    #"{"headers":{"Content-Type":"image/png"},"data":"AAEC"}"#,
    #"{"fixture":"a/{id}.json","ifMissing":{"status":404}}"#,
    #"{"status":307,"redirect":"/new?x=1"}"#, #"{"held":true}"#, #"{"variant":"default"}"#,
    #"{"patched":{"/data/level":9,"/data/name":null}}"#,
    #"{"sequence":[{"status":503},{"variant":"default"}],"then":"loop"}"#, #"{"fault":"reset"}"#,
    #"{"weighted":[{"outcome":{"variant":"default"},"weight":9},{"outcome":{"status":503},"weight":1}],"seed":7}"#,
    #"{"status":201,"weighted":[{"outcome":{"held":true},"weight":1000000}]}"#,
    #"{"weighted":[{"outcome":{"status":200},"weight":1}],"seed":18446744073709551615}"#,
    #"{"fault":"emptyReply","delayMilliseconds":0}"#, #"{"json":null}"#, #"{"status":204}"#,
    #"{"text":"{{x}}","verbatim":true}"#, #"{"fixture":"a.json","compressed":true}"#,
    #"{"fault":"malformedStatusLine"}"#, #"{"fault":"malformedHeader"}"#,
    #"{"fault":"truncatedBody"}"#,
    #"{"status":206,"fault":"truncatedBody","after":9,"chunked":true}"#,
    #"{"fault":"malformedChunk","after":0}"#, #"{"fault":"stalledBody","after":100}"#,
    #"{"fault":"resetBody"}"#, #"{"fault":"contentLengthMismatch"}"#,
    #"{"fault":"wrongEncoding"}"#, #"{"fault":"redirectLoop","delayMilliseconds":5}"#,
  ])
  func `comes back as it was`(text: String) throws {
    let outcome = try Outcome(json: JSON(parsing: text))

    #expect(outcome.json?.text == text)
  }

  @Test func `goes through any encoder`() throws {
    let outcome = Outcome.sequence(
      .status(503).header("Retry-After", "1"), .json(["a": [1, nil]]).delayed(.seconds(1)))

    let decoded = try JSONDecoder().decode(
      Outcome.self, from: try JSONEncoder().encode(outcome))

    #expect(decoded.json == outcome.json)
  }

  @Test func `does not exist where an outcome is code`() {
    #expect(Outcome.dynamic { _ in .held }.json == nil)
    #expect(Outcome.sequence(.held, .dynamic { _ in .held }).json == nil)
    #expect(Outcome.weighted([.held: 1, .dynamic { _ in .held }: 1]).json == nil)
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(Outcome.dynamic { _ in .held })
    }
  }

  struct Broken: Sendable, CustomTestStringConvertible {
    var text: String, message: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Broken(text: "[]", message: "The outcome must be an object, not an array."),
    Broken(
      text: "{}",
      message:
        "The outcome needs 'status' or one of 'json', 'text', 'data', 'fixture', 'redirect', 'held', 'variant', 'patched', 'sequence', 'weighted', 'fault', 'stream', 'events'."
    ),
    Broken(
      text: #"{"statsu":1}"#,
      message: "Field 'statsu' is not part of an outcome. Did you mean 'status'?"),
    Broken(
      text: #"{"text":"a","json":1}"#,
      message: "Field 'text' cannot stand beside 'json': an outcome does one thing."),
    Broken(
      text: #"{"status":"x"}"#,
      message: #"Field 'status' must be a whole number from 200 to 599, not "x"."#),
    Broken(
      text: #"{"status":199}"#,
      message: "Field 'status' must be a whole number from 200 to 599, not 199."),
    Broken(
      text: #"{"status":200,"delayMilliseconds":-1}"#,
      message:
        "Field 'delayMilliseconds' must be a whole number from 0 to 86400000 (one day), not -1."),
    Broken(
      text: #"{"status":200,"headers":[1]}"#,
      message: "Field 'headers' must be an object of names and values, not [1]."),
    Broken(
      text: #"{"status":200,"headers":{"A":1}}"#,
      message: "Field 'headers.A' must be a string, not 1."),
    Broken(
      text: #"{"fault":"rest"}"#,
      message:
        "Field 'fault' must be one of 'reset', 'emptyReply', 'malformedStatusLine', 'malformedHeader', 'truncatedBody', 'malformedChunk', 'stalledBody', 'resetBody', 'contentLengthMismatch', 'wrongEncoding', 'redirectLoop', not 'rest'. Did you mean 'reset'?"
    ),
    Broken(
      text: #"{"fault":"reset","after":1}"#,
      message:
        "Field 'after' goes with the faults 'truncatedBody', 'malformedChunk', 'stalledBody', 'resetBody' only, not with 'reset'."
    ),
    Broken(
      text: #"{"fault":"stalledBody","after":-1}"#,
      message: "Field 'after' must be a whole number of bytes, 0 or more, not -1."),
    Broken(
      text: #"{"fault":"stalledBody","after":1.5}"#,
      message: "Field 'after' must be a whole number of bytes, 0 or more, not 1.5."),
    Broken(
      text: #"{"fault":"stalledBody","chunked":true}"#,
      message: "Field 'chunked' goes with the fault 'truncatedBody' only, not with 'stalledBody'."),
    Broken(
      text: #"{"fault":"truncatedBody","chunked":false}"#,
      message: "Field 'chunked' must be true; leave it out otherwise."),
    Broken(
      text: #"{"status":200,"after":1}"#, message: "Field 'after' goes with 'fault' only."),
    Broken(
      text: #"{"held":true,"chunked":true}"#,
      message: "Field 'chunked' goes with 'fault' only."),
    Broken(text: #"{"data":"*"}"#, message: "Field 'data' must be base64 (RFC 4648, 4)."),
    Broken(text: #"{"held":false}"#, message: "Field 'held' must be true; leave it out otherwise."),
    Broken(
      text: #"{"text":"a","compressed":"gzip"}"#,
      message: "Field 'compressed' must be true; leave it out otherwise."),
    Broken(
      text: #"{"text":"a","verbatim":false}"#,
      message: "Field 'verbatim' must be true; leave it out otherwise."),
    Broken(
      text: #"{"sequence":[]}"#,
      message: "Field 'sequence' must be an array of at least one outcome."),
    Broken(
      text: #"{"sequence":[{"status":200},{"fixture":1}]}"#,
      message: "Field 'sequence[1].fixture' must be a string, not 1."),
    Broken(
      text: #"{"weighted":{}}"#,
      message: "Field 'weighted' must be an array of at least one outcome with its weight."),
    Broken(
      text: #"{"weighted":[]}"#,
      message: "Field 'weighted' must be an array of at least one outcome with its weight."),
    Broken(
      text: #"{"weighted":[{"status":200}]}"#,
      message: "Field 'weighted[0].status' is not part of a weighted choice."),
    Broken(
      text: #"{"weighted":[{"outcome":{"status":200},"weigth":1}]}"#,
      message:
        "Field 'weighted[0].weigth' is not part of a weighted choice. Did you mean 'weight'?"),
    Broken(
      text: #"{"weighted":[7]}"#,
      message:
        "Field 'weighted[0]' must be an object with 'outcome' and 'weight', not a number."),
    Broken(
      text: #"{"weighted":[{"weight":1}]}"#, message: "Field 'weighted[0].outcome' is missing."),
    Broken(
      text: #"{"weighted":[{"outcome":{"held":true}}]}"#,
      message: "Field 'weighted[0].weight' is missing."),
    Broken(
      text:
        #"{"weighted":[{"outcome":{"held":true},"weight":1},{"outcome":{"held":true},"weight":0}]}"#,
      message:
        "Field 'weighted[1].weight' must be a whole number from 1 to 1000000, not 0."),
    Broken(
      text: #"{"weighted":[{"outcome":{"held":true},"weight":1000001}]}"#,
      message:
        "Field 'weighted[0].weight' must be a whole number from 1 to 1000000, not 1000001."),
    Broken(
      text: #"{"weighted":[{"outcome":{"held":true},"weight":1.5}]}"#,
      message:
        "Field 'weighted[0].weight' must be a whole number from 1 to 1000000, not 1.5."),
    Broken(
      text: #"{"weighted":[{"outcome":{"fixture":1},"weight":1}]}"#,
      message: "Field 'weighted[0].outcome.fixture' must be a string, not 1."),
    Broken(
      text: #"{"weighted":[{"outcome":{"held":true},"weight":1}],"seed":-1}"#,
      message: "Field 'seed' must be a whole number from 0 to 18446744073709551615, not -1."),
    Broken(
      text: #"{"weighted":[{"outcome":{"held":true},"weight":1}],"seed":18446744073709551616}"#,
      message:
        "Field 'seed' must be a whole number from 0 to 18446744073709551615, not 18446744073709551616."
    ),
    Broken(
      text: #"{"status":200,"seed":7}"#, message: "Field 'seed' goes with 'weighted' only."),
    Broken(
      text: #"{"fixture":"a","ifMissing":{"x":1}}"#,
      message: "Field 'ifMissing.x' is not part of an outcome."),
    Broken(
      text: #"{"status":200,"then":"loop"}"#, message: "Field 'then' goes with 'sequence' only."),
    Broken(
      text: #"{"patched":{"a":1}}"#,
      message:
        "Field 'patched' has 'a', which is no JSON Pointer: it must begin with '/' (RFC 6901)."),
  ])
  func `says which field is wrong and what would be right`(_ example: Broken) throws {
    let json = try JSON(parsing: example.text)

    do throws(FormError) {
      _ = try Outcome(json: json)
      Issue.record("was taken")
    } catch {
      #expect(error.description == example.message)
    }
  }
}

@Suite("An outcome")
struct OutcomeTests {
  struct User: Encodable {
    var name = "Ada", id = 1, born = Date(timeIntervalSince1970: 0), link = "a/b"
  }

  @Test func `encodes values with sorted keys and ISO 8601 dates`() {
    #expect(
      Outcome.json(encoding: User()).json?["json"]?.text
        == #"{"born":"1970-01-01T00:00:00Z","id":1,"link":"a/b","name":"Ada"}"#)
  }

  @Test func `sets cookies`() {
    let outcome = Outcome.status(200)
      .cookie("a", "1").cookie(
        "b", "2", path: "/x", maxAge: .seconds(60), httpOnly: true, secure: true)

    #expect(
      outcome.json?["headers"]?["Set-Cookie"]
        == ["a=1; Path=/", "b=2; Path=/x; Max-Age=60; HttpOnly; Secure"])
  }

  @Test func `is weighted in the order written, and has no seed in its form unless one is set`() {
    #expect(
      Outcome.weighted([.default: 9, .serverError: 1]).json?.text
        == #"{"weighted":[{"outcome":{"variant":"default"},"weight":9},{"outcome":{"variant":"serverError"},"weight":1}]}"#
    )
  }

  @Test(arguments: ["7", "7.0", "70e-1"])
  func `takes a seed however it is written`(seed: String) throws {
    let json = try JSON(
      parsing: #"{"weighted":[{"outcome":{"held":true},"weight":1}],"seed":\#(seed)}"#)

    #expect(try Outcome(json: json).json?["seed"]?.text == "7")
  }

  struct Reference: Sendable, CustomTestStringConvertible {
    var outcome: Outcome, variant: Variant?
    var testDescription: String { outcome.json?.text ?? "code" }
  }

  @Test(arguments: [
    Reference(outcome: .empty, variant: "empty"),
    Reference(outcome: .variant("flaky"), variant: "flaky"),
    Reference(outcome: .empty.status(201), variant: nil),
    Reference(outcome: .empty.header("X-A", "1"), variant: nil),
    Reference(outcome: .empty.delayed(.zero), variant: nil),
    Reference(outcome: .empty.verbatim, variant: nil),
    Reference(outcome: .empty.compressed(), variant: nil),
    Reference(outcome: .sequence(.empty), variant: nil),
    Reference(outcome: .status(200), variant: nil),
  ])
  func `is a variant where it is a reference with nothing around it`(_ reference: Reference) {
    #expect(reference.outcome.variantAlone == reference.variant)
  }

  @Test func `redirects with a 302 unless it says otherwise`() throws {
    #expect(Outcome.redirect(to: "/a").json == ["redirect": "/a", "status": 302])
    #expect(try Outcome(json: ["redirect": "/a"]).json?["status"] == 302)
  }

  @Test func `reads headers of a request without case`() throws {
    let request = Request(headers: ["X-A": "1", "x-a": "2"], body: Array("[1]".utf8))

    #expect(request.headers["x-A"] == "1")
    #expect(request.headers.all("X-A") == ["1", "2"])
    #expect(try request.json() == [1])
  }
}
