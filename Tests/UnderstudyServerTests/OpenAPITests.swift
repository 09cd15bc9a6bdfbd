import TestSupport
import Testing
import Understudy
import UnderstudyAPI

@testable import UnderstudyServer

@Suite("The description of the admin API")
struct OpenAPITests {
  @Test func `is served`() throws {
    let reply = try TestServer().admin("GET", "/openapi.json")

    #expect(reply.status == 200)
    #expect(reply.value(of: "Content-Type") == "application/json")
    #expect(reply.json?["openapi"] == "3.1.0")
    #expect(reply.json == OpenAPI.document)
    #expect(OpenAPIResource.template == AdminPath.openAPI)
  }

  @Test func `has every path, method and query parameter, and no other`() throws {
    let described = try Operation.all.map(\.words).sorted()

    let resources = AdminHandler.resources.flatMap { resource in
      resource.methods.map { method in
        ([method, resource.template] + resource.parameters(of: method).sorted())
          .joined(separator: " ")
      }
    }

    #expect(described == resources.sorted())
  }

  @Test func `has every fault, and what goes with it`() throws {
    let fault = OpenAPI.document["components"]?["schemas"]?["FaultOutcome"]
    func names(_ json: JSON?) -> [String]? {
      json?["properties"]?["fault"]?["enum"]?.arrayValue?.compactMap(\.stringValue)
    }

    #expect(names(fault) == Fault.names)
    #expect(names(fault?["dependentSchemas"]?["after"]) == Fault.placedNames)
  }

  @Test func `refers to nothing that it does not have`() {
    var references: Set<String> = []
    Self.walk(OpenAPI.document) { key, value in
      if key == "$ref", let text = value.stringValue { references.insert(text) }
    }

    #expect(references.count > 20)
    for reference in references { #expect(Self.target(of: reference) != nil, "\(reference)") }
  }

  @Test func `has no schema that nothing refers to`() {
    let text = OpenAPI.document.text
    let schemas = OpenAPI.document["components"]?["schemas"]?.objectValue?.keys ?? []

    // Named for readers: the rules at the leaves of JSON are JSON themselves.
    for name in schemas where name != "JSONKind" {
      #expect(text.contains("\"$ref\":\"#/components/schemas/\(name)\""), "\(name)")
    }
  }

  @Test func `knows every field of an outcome`() {
    #expect(OpenAPI.outcomeActions.keys.sorted() == Outcome.actionFields.sorted())
  }

  // MARK: - Examples

  @Test func `shows bodies that are taken`() throws {
    let examples = try Operation.all.flatMap { operation in
      operation.bodies.map { (operation, $0) }
    }
    #expect(examples.count == 33)

    for (operation, body) in examples {
      let server = try TestServer(tls: operation.path.hasSuffix("/tls") || TLSPorts.isUsual)
      if operation.path.hasSuffix("/tls") { _ = try server.begin(#"{"name":"checkout"}"#) }
      let held = operation.path.contains("/held/") ? try hold(server) : nil
      let stream = operation.path.contains("/streams/") ? try stream(server) : nil
      _ = try server.client.get("/users")
      _ = try server.client.get("/users/7")
      let reply = try server.client.get(operation.target, method: operation.method, body: body.text)
      #expect(
        [200, 201].contains(reply.status), "\(operation.words) \(body.text): \(reply.text)")
      withExtendedLifetime((held, stream)) {}
    }
  }

  /// Opens a stream, which stays open.
  private func stream(_ server: TestServer) throws -> RawClient {
    _ = try server.admin(
      "PUT", "/routes/users.list/variant", #"{"outcome":{"events":[],"staysOpen":true}}"#)
    let client = try RawClient(port: server.port)
    try client.request("GET", "/users")
    #expect(try client.read(until: "\r\n\r\n"))
    _ = try server.admin("DELETE", "/routes/users.list/variant")
    return client
  }

  /// Holds one request, and none of those that follow.
  private func hold(_ server: TestServer) throws -> RawClient {
    try server.flip("users.list", "timeout")
    let held = try server.hold()
    try server.flip("users.list", "default")
    return held
  }

  @Test func `shows parameters that are taken`() throws {
    let server = try TestServer()
    _ = try server.begin(#"{"name":"checkout"}"#)
    _ = try server.client.get("/users")
    let operations = try Operation.all.filter {
      $0.method == "GET" && !$0.isStream && $0.json["responses"]?["200"] != nil
    }

    for operation in operations {
      // A session has requests of its own, and so no request of the base's numbers.
      let query = operation.query.filter {
        !($0 == "session=checkout" && operation.target.contains("/requests/"))
      }
      let all = ["\(operation.target)"] + query.map { "\(operation.target)?\($0)" }
      for target in all {
        #expect(try server.client.get(target).status == 200, "\(target)")
      }
    }
  }

  @Test func `names every field of an answer`() throws {
    let server = try TestServer(
      Catalog(
        RouteGroup("me", headers: ["X-Key": .any], requires: .bearer("t-1")) {
          Route(
            "me.list", .post, "/me", query: .containing(["q": 1]), cookies: ["sid": .any],
            host: "a.test", body: .json([:]), default: .json([]))
        }))
    _ = try server.client.get("/mee?q=1", headers: ["X: \u{E9}"], body: "x")
    let seq = try #require(
      server.admin("GET", "/requests").json?["requests"]?.arrayValue?.first?["seq"]?.intValue)
    let failed = try server.admin("POST", "/verifications", #"{"where":{"method":"PUT"}}"#)

    try expectFields(of: server.admin("GET", "/health").json, in: "Health")
    try expectFields(of: server.admin("GET", "/daemon").json, in: "Daemon")
    try expectFields(of: server.admin("GET", "/variants").json, in: "ChosenVariants")
    try expectFields(of: server.admin("GET", "/network").json, in: "Network")
    try expectFields(of: server.admin("GET", "/network").json, in: "Conditions")
    let drained = try server.admin("DELETE", "/network?drain=true").json?.objectValue ?? [:]
    try expectFields(
      of: .object(JSON.Object(drained.filter { $0.key != "delayMilliseconds" })), in: "Drained")
    try expectFields(of: server.admin("POST", "/sessions", #"{"port":true}"#).json, in: "Session")
    try expectFields(of: server.admin("GET", "/sessions").json, in: "Sessions")
    try expectFields(of: server.admin("GET", "/routes").json, in: "Routes")
    try expectFields(of: server.admin("GET", "/routes/me.list").json, in: "Route")
    try expectFields(
      of: server.admin("GET", "/routes/me.list").json?["variants"]?.arrayValue?.first, in: "Variant"
    )
    let detail = try server.admin("GET", "/requests/\(seq)").json
    try expectFields(of: server.admin("GET", "/requests").json, in: "Requests")
    try expectFields(of: detail, in: "RequestDetail")
    try expectFields(of: detail?["nearest"]?.arrayValue?.first, in: "NearMiss")
    try expectFields(of: failed.json, in: "NotVerified")
    try expectFields(
      of: failed.json?["nearest"]?.arrayValue?.first?["differences"]?.arrayValue?.first,
      in: "Difference")
    let scenarios = try TestServer().admin("GET", "/scenarios").json
    try expectFields(of: scenarios, in: "Scenarios")
    try expectFields(of: scenarios?["scenarios"]?.arrayValue?.first, in: "Scenario")
    let holding = try TestServer()
    let held = try hold(holding)
    try expectFields(of: holding.admin("GET", "/held").json, in: "HeldRequests")
    try expectFields(of: holding.held().first, in: "Held")
    try expectFields(of: holding.admin("POST", "/held/release").json, in: "Released")
    withExtendedLifetime(held) {}
    try expectFields(of: server.admin("GET", "/nowhere").json, in: "Problem")
    try expectFields(of: server.admin("PUT", "/reset").json, in: "Problem")
  }

  /// Holds the fields of an answer against a schema: all are described, and none is missing.
  private func expectFields(of answer: JSON?, in schema: String) throws {
    let members = try #require(answer?.objectValue, "\(schema)")
    let description = try #require(OpenAPI.document["components"]?["schemas"]?[schema])
    let fields = Self.fields(of: description)
    for key in members.keys { #expect(fields.known.contains(key), "\(schema) lacks '\(key)'") }
    for key in fields.required {
      #expect(members[key] != nil, "no '\(key)' in \(answer?.text ?? "")")
    }
  }

  private static func fields(of schema: JSON) -> (known: Set<String>, required: Set<String>) {
    if let reference = schema["$ref"]?.stringValue, let target = target(of: reference) {
      return fields(of: target)
    }
    var known = Set(schema["properties"]?.objectValue?.keys ?? [])
    var required = Set(schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    for part in schema["allOf"]?.arrayValue ?? [] {
      let fields = fields(of: part)
      known.formUnion(fields.known)
      required.formUnion(fields.required)
    }
    return (known, required)
  }

  // MARK: - The document

  /// One call that the document describes.
  private struct Operation {
    var method: String
    var path: String
    var parameters: [JSON]
    var json: JSON

    static var all: [Operation] {
      get throws {
        let paths = try #require(OpenAPI.document["paths"]?.objectValue)
        return paths.flatMap { path, item in
          let members = item.objectValue ?? [:]
          return members.filter { $0.key != "parameters" }.map { method, json in
            let own = json["parameters"]?.arrayValue ?? []
            return Operation(
              method: method.uppercased(), path: path,
              parameters: ((item["parameters"]?.arrayValue ?? []) + own).map(OpenAPITests.resolved),
              json: json)
          }
        }
      }
    }

    /// Whether its answer has no end.
    var isStream: Bool {
      json["responses"]?["200"]?["content"]?["text/event-stream"] != nil
    }

    var words: String {
      let names = parameters.filter { $0["in"] == "query" }.compactMap { $0["name"]?.stringValue }
      return ([method, path] + names.sorted()).joined(separator: " ")
    }

    /// The path with the examples of its parameters.
    var target: String {
      parameters.filter { $0["in"] == "path" }.reduce(path) { path, parameter in
        let name = "{\(parameter["name"]?.stringValue ?? "")}"
        let example = parameter["example"].map { $0.stringValue ?? $0.text } ?? ""
        guard let range = path.firstRange(of: name) else { return path }
        return path[..<range.lowerBound] + example + path[range.upperBound...]
      }
    }

    /// The examples of the query parameters, each as a query.
    var query: [String] {
      parameters.filter { $0["in"] == "query" }.flatMap { parameter -> [String] in
        guard let example = parameter["example"] else { return ["without an example"] }
        func text(_ json: JSON) -> String { json.stringValue ?? json.text }
        if let members = example.objectValue { return members.map { "\($0)=\(text($1))" } }
        return ["\(parameter["name"]?.stringValue ?? "")=\(text(example))"]
      }
    }

    var bodies: [JSON] {
      guard let body = json["requestBody"].map(OpenAPITests.resolved) else { return [] }
      let examples = body["content"]?["application/json"]?["examples"]?.objectValue ?? [:]
      return examples.compactMap { $0.value["value"] }
    }
  }

  private static func resolved(_ json: JSON) -> JSON {
    json["$ref"]?.stringValue.flatMap(target) ?? json
  }

  private static func target(of reference: String) -> JSON? {
    reference.split(separator: "/").dropFirst().reduce(OpenAPI.document) { json, key in
      json?[String(key)]
    }
  }

  private static func walk(_ json: JSON, _ visit: (String, JSON) -> Void) {
    switch json {
    case .object(let members):
      for (key, value) in members {
        visit(key, value)
        walk(value, visit)
      }
    case .array(let elements): for element in elements { walk(element, visit) }
    case .null, .bool, .number, .string: break
    }
  }
}
