import Understudy

extension MatchingExamples {
  static let jsonText = """
    The order of keys is free, that of arrays is not. `1`, `1.0` and `10e-1` are equal, `1` and `"1"` are
    not, integers are compared with all their digits, `null` is not the same as a missing member, and a
    member that stands there twice is a difference. A byte order mark is skipped. Half of a surrogate
    pair (`"\\ud83d"`) is no text: the body is not JSON then. What may stand at the leaves:

    | leaf | takes |
    | --- | --- |
    | `"text"`, `1`, `true`, `nil`, `.equals(value)` | that value |
    | `.any` | any value, null too |
    | `.anyString`, `.anyNumber`, `.anyInteger`, `.anyBoolean`, `.anyArray`, `.anyObject` | a value of that kind; `1.0` is an integer |
    | `.matching("[A-Z]+")` | a string that fits as a whole |
    | `.oneOf("a", "b")` | one of them |
    | `.optional(rule)` | nothing, or what the rule takes |
    """

  static let jsonBodies: [PageExample] = [
    PageExample(
      "Equal JSON",
      Route(
        "orders.create", .post, "/orders", body: .json(["item": 7, "tags": ["a", "b"]]),
        default: .status(201)),
      fits: PageRequest("POST /orders", body: #"{"tags":["a","b"],"item":7.0}"#),
      misses: PageRequest("POST /orders", body: #"{"item":"7","tags":["a"],"debug":true}"#)),
    PageExample(
      "Rules at the leaves",
      Route(
        "orders.create", .post, "/orders",
        body: .json([
          "item": .anyInteger, "email": .matching(".+@.+"), "size": .oneOf("S", "L"),
          "note": .optional(.anyString),
        ]), default: .status(201)),
      fits: PageRequest(
        "POST /orders", body: #"{"item":7,"email":"ada@example.test","size":"L"}"#),
      misses: PageRequest(
        "POST /orders", body: #"{"item":7.5,"email":"ada","size":"M","note":null}"#)),
    PageExample(
      "JSON that has at least this",
      note: "Arrays have exactly these elements.",
      Route(
        "orders.create", .post, "/orders", body: .jsonContaining(["customer": ["id": 1]]),
        default: .status(201)),
      fits: PageRequest("POST /orders", body: #"{"customer":{"id":1,"name":"Ada"},"n":2}"#),
      misses: PageRequest("POST /orders", body: #"{"customer":{"name":"Ada"}}"#)),
    PageExample(
      "JSON of a fixture",
      note: #"What the file holds now; here `{"item": 7}`. `.bytes(fixture:)` does so with bytes."#,
      fixture: ("orders/new.json", #"{"item": 7}"#),
      Route(
        "orders.create", .post, "/orders", body: .json(fixture: "orders/new.json"),
        default: .status(201)),
      fits: PageRequest("POST /orders", body: #"{"item":7}"#),
      misses: PageRequest("POST /orders", body: #"{"item":8}"#)),
    PageExample(
      "What is no JSON",
      Route("orders.create", .post, "/orders", body: .json(["item": .any]), default: .status(201)),
      fits: PageRequest("POST /orders", body: #"{"item":null}"#),
      misses: PageRequest("POST /orders", body: "item=7")),
  ]
}
