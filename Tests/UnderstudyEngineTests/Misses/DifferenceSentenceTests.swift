import Platform
import Testing
import UnderstudyEngine

@Suite("A difference in words")
struct DifferenceSentenceTests {
  @Test(arguments: [
    (Difference(.method, expected: "GET", actual: "PUT"), "method is 'PUT', expected GET"),
    (Difference(.query, "page", expected: "1", actual: "2"), "query 'page' is '2', expected 1"),
    (Difference(.query, "page", expected: "1", actual: nil), "query 'page' is missing, expected 1"),
    (Difference(.query, "x", expected: nil, actual: "1"), "query 'x' is '1', expected none"),
    (Difference(.body, "/a/0", expected: "1", actual: "2"), "body at '/a/0' is '2', expected 1"),
    (Difference(.body, expected: "JSON", actual: nil), "body is missing, expected JSON"),
  ])
  func `can be read alone`(difference: Difference, sentence: String) {
    #expect(difference.sentence == sentence)
  }

  @Test(arguments: [
    (
      Difference(.header, "Authorization", expected: "Bearer t", actual: "Bearer s"),
      "header 'Authorization' differs"
    ),
    (
      Difference(.header, "content-type", expected: "application/json", actual: "text/plain"),
      "header 'content-type' is 'text/plain', expected application/json"
    ),
    (Difference(.cookie, "sid", expected: "1", actual: nil), "cookie 'sid' is missing"),
    (Difference(.query, "page", expected: "1", actual: "2"), "query 'page' is '2', expected 1"),
    (Difference(.header, "X-A", expected: "1", actual: "2"), "header 'X-A' is '2', expected 1"),
    (
      Difference(.body, "/password", expected: "\"a\"", actual: "\"b\""),
      "body at '/password' differs"
    ),
    (Difference(.body, "/pin", expected: "1", actual: nil), "body at '/pin' is missing"),
    (Difference(.body, expected: "the text a", actual: "b"), "body differs"),
  ])
  func `leaves secrets out of the log`(difference: Difference, sentence: String) {
    let redaction = Redaction(["authorization", "Cookie"])

    #expect(redaction.sentence(difference) == sentence)
  }

  @Test func `does not repeat a long value`() {
    let long = String(repeating: "\u{1F600}", count: 1000)

    let sentence = Difference(.query, "x", expected: nil, actual: long).sentence

    #expect(sentence.utf8.count < 200)
    #expect(sentence.hasPrefix("query 'x' is '\u{1F600}\u{1F600}"))
    #expect(sentence.hasSuffix("\u{1F600}…', expected none"))
  }
}

@Suite("A budget of searches")
struct SearchBudgetTests {
  @Test func `is spent, and is there again the next second`() {
    let time = ManualTime()
    let budget = SearchBudget(perSecond: 2, time: time)

    let first = (0..<3).map { _ in budget.take() }
    time.advance(by: .seconds(1))
    let next = budget.take()

    #expect(first == [true, true, false])
    #expect(next)
  }
}
