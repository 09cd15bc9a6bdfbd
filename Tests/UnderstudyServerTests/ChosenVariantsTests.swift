import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyServer

@Suite("All that is chosen")
struct ChosenVariantsTests {
  private let server: TestServer

  init() throws {
    server = try TestServer()
  }

  private func chosen() throws -> String? { try server.admin("GET", "/variants").json?.text }

  @Test func `is nothing at first`() throws {
    #expect(try chosen() == #"{"scenario":null,"overrides":[]}"#)
  }

  @Test func `is listed with what lies below first`() throws {
    _ = try server.admin("PUT", "/scenario", #"{"scenario":"logged out"}"#)
    _ = try server.admin(
      "PATCH", "/variants",
      #"{"users.list":"serverError","*":"loading","users.*":{"outcome":{"status":402}}}"#)
    _ = try server.admin(
      "PUT", "/routes/users.list/variant", #"{"variant":"empty","lease":{"requests":3}}"#)
    _ = try server.client.get("/users")

    #expect(
      try chosen()
        == #"{"scenario":"logged out","overrides":[{"for":"*","variant":"loading"},"#
        + #"{"for":"users.*","outcome":{"status":402}},{"for":"users.list","variant":"serverError"},"#
        + #"{"for":"users.list","variant":"empty","lease":{"requests":2}}]}"#)
  }

  @Test func `can be put back as it was, in one step`() throws {
    _ = try server.admin("PUT", "/scenario", #"{"scenario":"logged out"}"#)
    _ = try server.admin(
      "PATCH", "/variants",
      #"{"users.list":"serverError","items.*":{"variant":"offline","lease":{"untilRoute":"users.create"}}}"#
    )
    let list = try chosen()
    let before = try #require(list)
    _ = try server.admin("POST", "/reset", #"{"only":["choices"]}"#)
    _ = try server.admin("PUT", "/routes/users.detail/variant", #"{"variant":"empty"}"#)
    let revision = try server.admin("GET", "/routes").json?["revision"]?.intValue ?? 0

    let reply = try server.admin("PUT", "/variants", before)

    #expect(reply.status == 200)
    #expect(reply.json?["revision"] == .int(revision + 1))
    #expect(reply.json?["scenario"] == "logged out")
    #expect(try chosen() == before)
    #expect(try server.client.get("/users").status == 500)
    #expect(try server.client.get("/users/7").status == 401)
  }

  @Test(arguments: [#"{}"#, #"{"scenario":null,"overrides":null}"#, #"{"overrides":[]}"#])
  func `is nothing after nothing was put`(_ body: String) throws {
    _ = try server.admin("PUT", "/scenario", #"{"scenario":"logged out"}"#)
    try server.flip("users.list", "serverError")

    #expect(try server.admin("PUT", "/variants", body).status == 200)
    #expect(try chosen() == #"{"scenario":null,"overrides":[]}"#)
  }

  @Test func `is a session's own`() throws {
    let session = try server.begin("{}")
    let name = session.id

    let reply = try server.admin(
      "PUT", "/variants?session=\(name)", #"{"overrides":[{"for":"*","variant":"serverError"}]}"#)

    #expect(reply.status == 200)
    #expect(try server.client.get("/users").status == 200)
    #expect(try server.client.get("\(session.prefix)/users").status == 500)
    #expect(try chosen() == #"{"scenario":null,"overrides":[]}"#)
  }

  @Test func `names outcomes that only code can say`() throws {
    let server = try TestServer(
      Catalog(
        RouteGroup("users") {
          Route("users.login", .post, "/login", default: .status(204))
            .activating(["users.list": .dynamic { _ in .status(201) }])
          Route("users.list", .get, "/users", default: .json([]))
        }))
    _ = try server.client.get("/login", method: "POST")

    #expect(
      try server.admin("GET", "/variants").json?["overrides"]
        == [["for": "users.list", "outcome": ["dynamic": true]]])
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var body: String, status: Int, detail: String
    var testDescription: String { body }

    init(_ body: String, _ status: Int, _ detail: String) {
      self.body = body
      self.status = status
      self.detail = detail
    }
  }

  @Test(arguments: [
    Example("[]", 400, "The body must be a JSON object, not an array."),
    Example(
      #"{"override":[]}"#, 400,
      "Field 'override' is not known here. Did you mean 'overrides'? Known: 'scenario', 'overrides'."
    ),
    Example(
      #"{"overrides":{}}"#, 400, "Field 'overrides' must be an array of choices, not {}."),
    Example(
      #"{"overrides":[{"variant":"empty"}]}"#, 400,
      "'overrides[0]': It needs the field 'for': a route's id, a group such as 'items.*', or '*'."),
    Example(
      #"{"overrides":[{"for":"*"}]}"#, 400,
      "'overrides[0]': It needs the field 'variant' or 'outcome'."),
    Example(
      #"{"overrides":[{"for":"*","variant":"empty"},{"for":"*","variant":1}]}"#, 400,
      "'overrides[1]': Field 'variant' must be a string, not 1."),
    Example(
      #"{"overrides":[{"for":"*","variant":"empty","lease":{"requests":0}}]}"#, 400,
      "'overrides[0]': Field 'lease.requests' must be a whole number from 1 to 1000000, not 0."),
    Example(
      #"{"scenario":"logged uot"}"#, 422,
      "There is no scenario 'logged uot'. Did you mean 'logged out'?"),
    Example(
      #"{"overrides":[{"for":"users.lst","variant":"empty"}]}"#, 404,
      "There is no route or group 'users.lst'. Did you mean 'users.list'?"),
    Example(
      #"{"overrides":[{"for":"users.list","variant":"emty"}]}"#, 422,
      "'users.list' has no variant 'emty'. Did you mean 'empty'?"),
  ])
  func `is refused whole where something is wrong with it`(_ example: Example) throws {
    try server.flip("users.list", "serverError")

    let reply = try server.admin("PUT", "/variants", example.body)

    #expect(reply.status == example.status)
    #expect(reply.json?["detail"] == .string(example.detail))
    #expect(
      try chosen()
        == #"{"scenario":null,"overrides":[{"for":"users.list","variant":"serverError"}]}"#)
  }
}
