import Testing
import Understudy

@Suite("The JSON form of rules")
struct RuleFormTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var rules: RequestRules, form: String
    var testDescription: String { form }

    init(_ rules: RequestRules, _ form: String) {
      self.rules = rules
      self.form = form
    }

    init(_ body: BodyRule, _ form: String) {
      self.init(RequestRules(query: .ignored, bodies: [body]), #"{"body":\#(form)}"#)
    }
  }

  @Test(arguments: [
    Example(RequestRules(query: .ignored), "{}"),
    Example(RequestRules(), #"{"query":{}}"#),
    Example(
      RequestRules(query: ["page": 1, "tag": ["a", "b"]]),
      #"{"query":{"page":"1","tag":["a","b"]}}"#),
    Example(
      RequestRules(query: .containing(["a": .any, "b": .optional(.matching("[0-9]+"))])),
      #"{"queryContaining":{"a":{"any":true},"b":{"optional":{"matching":"[0-9]+"}}}}"#),
    Example(
      RequestRules(query: ["a": .flag, "b": .oneOf("x", "y"), "c": .listInAnyOrder(["1"])]),
      #"{"query":{"a":{"flag":true},"b":{"oneOf":["x","y"]},"c":{"listInAnyOrder":["1"]}}}"#),
    Example(
      RequestRules(
        query: .ignored, headers: ["Authorization": .bearer("t"), "Accept": .token("a/b")],
        cookies: ["sid": .any], host: "a.test"),
      #"{"headers":{"Authorization":{"bearer":"t"},"Accept":{"token":"a/b"}},"cookies":{"sid":{"any":true}},"host":"a.test"}"#
    ),
    Example(
      RequestRules(query: .ignored, headers: ["Authorization": .basic("u", "p")]),
      #"{"headers":{"Authorization":{"basic":{"user":"u","password":"p"}}}}"#),
    Example(
      .json(["email": .any, "age": .anyInteger, "n": nil, "roles": ["a", .matching("r")]]),
      #"{"json":{"email":{"$any":true},"age":{"$kind":"integer"},"n":null,"roles":["a",{"$matching":"r"}]}}"#
    ),
    Example(
      .jsonContaining(["a": .optional(1), "b": .oneOf(1, true)]),
      #"{"jsonContaining":{"a":{"$optional":1},"b":{"$oneOf":[1,true]}}}"#),
    Example(
      .json(["$any": 1, "b": .any]), #"{"json":{"$any":1,"b":{"$any":true}}}"#),
    Example(.json(["$any": .any]), #"{"json":{"$object":{"$any":{"$any":true}}}}"#),
    Example(.json(.equals(["$any": true])), #"{"json":{"$equals":{"$any":true}}}"#),
    Example(.json(fixture: "a.json"), #"{"jsonFixture":"a.json"}"#),
    Example(
      .form(["name": .any, "password": "wrong"]),
      #"{"form":{"name":{"any":true},"password":"wrong"}}"#),
    Example(.form(.containing(["a": 1])), #"{"formContaining":{"a":"1"}}"#),
    Example(.form(.ignored), #"{"form":"ignored"}"#),
    Example(
      .multipart([
        .file(
          "avatar", filename: .matching("p"), contentType: "image/png", size: 1...9, bytes: [1]),
        .file("any"), .field("caption", .any), .optional(.field("meta", json: ["a": 1])),
        .file("j", json: [1]),
      ]),
      #"{"multipart":[{"file":"avatar","filename":{"matching":"p"},"contentType":"image/png","size":{"atLeast":1,"atMost":9},"bytes":"AQ=="},{"file":"any"},{"field":"caption","value":{"any":true}},{"field":"meta","json":{"a":1},"optional":true},{"file":"j","json":[1]}]}"#
    ),
    Example(
      .graphQL(operation: "User", variables: ["id": 1]),
      #"{"graphQL":{"operation":"User","variables":{"id":1}}}"#),
    Example(.graphQL(operation: .any), #"{"graphQL":{"operation":{"any":true}}}"#),
    Example(.text(.matching("[a-z]+")), #"{"text":{"matching":"[a-z]+"}}"#),
    Example(.bytes([104, 105]), #"{"bytes":"aGk="}"#),
    Example(.bytes(fixture: "a.bin"), #"{"bytesFixture":"a.bin"}"#),
    Example(.noBody, #"{"empty":true}"#),
    Example(
      RequestRules(query: .ignored, bodies: [.noBody, .text("a")]),
      #"{"body":[{"empty":true},{"text":"a"}]}"#),
  ])
  func `is written and read back`(_ example: Example) throws {
    let written = example.rules.json.text

    let read = try RequestRules(json: JSON(parsing: example.form))

    #expect(written == example.form)
    #expect(read.json.text == example.form)
  }

  @Test func `takes a number for its digits and a query that is ignored`() throws {
    let rules = try RequestRules(json: ["query": ["page": 1, "x": 1.50]])

    #expect(rules.query == ["page": "1", "x": "1.5"])
    #expect(try RequestRules(json: ["query": "ignored"]).query == .ignored)
  }

  @Test func `lists a closure by its explanation, and does not read it`() {
    let rule = BodyRule.where("the total is right") { _ in true }

    #expect(rule.json == ["where": "the total is right"])
    #expect(
      throws: FormError(
        .rule,
        field: "body.where", reason: "is code: it can be listed and not sent.")
    ) {
      try RequestRules(json: ["body": rule.json])
    }
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    var form: String, message: String
    var testDescription: String { message }

    init(_ form: String, _ message: String) {
      self.form = form
      self.message = message
    }
  }

  @Test(arguments: [
    Mistake("[]", "The rule must be an object, not an array."),
    Mistake(
      #"{"header":{}}"#,
      "Field 'header' is not known here. Did you mean 'headers'? Known: 'query', 'queryContaining', 'headers', 'cookies', 'host', 'clientCertificate', 'body'."
    ),
    Mistake(#"{"host":"a","host":"b"}"#, "Field 'host' stands there twice."),
    Mistake(#"{"host":7}"#, "Field 'host' must be a string, not 7."),
    Mistake(
      #"{"query":"all"}"#,
      #"Field 'query' must be an object of names and rules, or 'ignored', not "all"."#),
    Mistake(
      #"{"query":{},"queryContaining":{}}"#,
      "Field 'queryContaining' cannot stand beside 'query'."),
    Mistake(#"{"query":{"a":1,"a":2}}"#, "Field 'query.a' stands there twice."),
    Mistake(
      #"{"query":{"a":true}}"#,
      "Field 'query.a' must be a string, a number, an array or an object with a rule, not true."),
    Mistake(
      #"{"query":{"a":{}}}"#,
      "Field 'query.a' must have one of 'any', 'optional', 'oneOf', 'matching', 'flag', 'listInAnyOrder', 'token', 'bearer', 'basic'."
    ),
    Mistake(
      #"{"query":{"a":{"any":false}}}"#,
      "Field 'query.a.any' must be true; leave it out otherwise."),
    Mistake(
      #"{"headers":{"a":{"oneOf":[null]}}}"#,
      "Field 'headers.a.oneOf[0]' must be a string, a number, an array or an object with a rule, not null."
    ),
    Mistake(
      #"{"headers":{"a":{"basic":{"user":"u"}}}}"#,
      "Field 'headers.a.basic.password' is missing."),
    Mistake(
      #"{"cookies":[]}"#,
      "Field 'cookies' must be an object of names and rules, not an array."),
    Mistake(
      #"{"body":{"json":{"a":{"$kind":"int"}}}}"#,
      "Field 'body.json.a.$kind' must be one of 'string', 'number', 'integer', 'boolean', 'array', 'object', not 'int'. Did you mean 'integer'?"
    ),
    Mistake(
      #"{"body":{"multipart":[{"field":"a","size":{}}]}}"#,
      "Field 'body.multipart[0].size' goes with 'file' only."),
    Mistake(
      #"{"body":{"multipart":[{"value":"a"}]}}"#,
      "Field 'body.multipart[0]' must have either 'file' or 'field', the name of the part."),
    Mistake(
      #"{"body":{"multipart":[{"file":"a","size":{"atLeast":2,"atMost":1}}]}}"#,
      "Field 'body.multipart[0].size.atMost' must not be below 'atLeast'."),
    Mistake(
      #"{"body":{"multipart":[{"file":"a","json":1,"bytes":""}]}}"#,
      "Field 'body.multipart[0].bytes' cannot stand beside 'json'."),
    Mistake(#"{"body":{"bytes":"?"}}"#, "Field 'body.bytes' must be base64 (RFC 4648, 4)."),
    Mistake(#"{"body":[{"graphQL":{}}]}"#, "Field 'body[0].graphQL.operation' is missing."),
  ])
  func `says what is wrong with a field and what would be right`(_ mistake: Mistake) throws {
    let form = try JSON(parsing: mistake.form)

    do throws(FormError) {
      _ = try RequestRules(json: form)
      Issue.record("is read")
    } catch {
      #expect(error.description == mistake.message)
    }
  }
}
