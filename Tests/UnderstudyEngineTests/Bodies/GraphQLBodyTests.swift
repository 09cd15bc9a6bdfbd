import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A GraphQL request")
struct GraphQLBodyTests {
  static let rule = BodyRule.graphQL(operation: "Find", variables: ["id": .anyInteger])
  static let named = BodyRule.graphQL(operation: "Find")

  static func body(_ query: String) -> [UInt8] { JSON.object(["query": .string(query)]).bytes() }

  @Test(arguments: [
    BodyExample(
      "named", rule, #"{"query":"query A{a}","operationName":"Find","variables":{"id":1}}"#),
    BodyExample("persisted", named, #"{"operationName":"Find","extensions":{}}"#),
    BodyExample("null", named, #"{"operationName":null,"query":"query Find{a}"}"#),
    BodyExample(
      "other", named, #"{"operationName":"find"}"#,
      differs: ["body /operationName: Find <> find -- Values compare with case."]),
    BodyExample("no name", named, #"{}"#, differs: ["body /operationName: Find <> nil"]),
    BodyExample(
      "no name", named, #"{"operationName":1}"#, differs: ["body /operationName: Find <> number 1"]),
    BodyExample(
      "variables", rule, #"{"operationName":"Find","variables":{"id":"1","x":2}}"#,
      differs: [
        #"body /variables/id: any whole number <> string "1""#, "body /variables/x: nil <> 2",
      ]),
    BodyExample(
      "variables", rule, #"{"operationName":"Find"}"#,
      differs: ["body /variables/id: any whole number <> nil"]),
    BodyExample(
      "variables", .graphQL(operation: .any, variables: [:]),
      #"{"operationName":"F","variables":null}"#),
    BodyExample(
      "no variables", named, #"{"operationName":"Find","variables":{"id":1}}"#),
    BodyExample("batch", named, "[]", differs: ["body -: a GraphQL request <> array []"]),
    BodyExample(
      "no JSON", named, "query Find{a}",
      differs: [
        "body -: a GraphQL request <> not JSON: expected a value, found 'q' (line 1, column 1)"
      ]),
    BodyExample(
      "several", named, body("query Find{a} query Other{b}"),
      differs: [
        "body /operationName: Find <> 2 operations, and no operationName that chooses one"
      ]),
    BodyExample(
      "anonymous", named, body("{a}"),
      differs: ["body /operationName: Find <> an operation without a name"]),
    BodyExample("one", .graphQL(operation: .matching("F.*")), body("mutation Find{a}")),
  ])
  func `is known by its operation and variables`(_ example: BodyExample) throws {
    try example.check()
  }

  @Test(
    arguments: [
      ("query Find { a }", ["Find"]),
      (
        "# query No\nmutation Add($a: [Int!]! = [1]) @live(if: {x: 1}) { add(a: $a) { id } }",
        ["Add"]
      ),
      ("query @cached { a }", [nil]),
      ("{ query }", [nil]),
      ("subscription S{s} fragment query on Query { a } query T { ...query }", ["S", "T"]),
      ("query Q { a(text: \"} query No {\\\"\") }", ["Q"]),
      ("query Q { a(text: \"\"\"\"} \\\"\"\" query No {\"\"\") }", ["Q"]),
      ("fragment F on T { query }", []),
      ("", []),
      ("query Find", []),
      ("}}}{{{\"", []),
    ] as [(String, [String?])])
  func `has the operations that its document names`(_ text: String, _ names: [String?]) {
    #expect(GraphQLDocument.operationNames(in: text) == names)
  }
}
