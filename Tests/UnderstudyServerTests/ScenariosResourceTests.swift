import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyServer

@Suite("The admin API of scenarios")
struct ScenariosResourceTests {
  @Test func `lists what each would change, and what answers now`() throws {
    let server = try TestServer()
    try server.flip("users.list", "empty")

    let list = try server.admin("GET", "/scenarios")

    #expect(list.status == 200)
    #expect(
      list.json == [
        "scenarios": [
          [
            "name": "logged out", "from": nil, "active": false,
            "choices": ["users.*": "unauthorized"],
            "routes": [
              ["id": "users.list", "variant": "unauthorized", "active": "empty"],
              ["id": "users.detail", "variant": "unauthorized", "active": "default"],
              ["id": "users.create", "variant": "unauthorized", "active": "default"],
            ],
          ],
          [
            "name": "sold out", "from": "logged out", "active": false,
            "choices": [
              "users.*": "unauthorized", "items.list": "empty", "users.detail": "default",
            ],
            "routes": [
              ["id": "users.list", "variant": "unauthorized", "active": "empty"],
              ["id": "users.detail", "variant": "default", "active": "default"],
              ["id": "users.create", "variant": "unauthorized", "active": "default"],
              ["id": "items.list", "variant": "empty", "active": "default"],
            ],
          ],
        ],
        "active": nil,
      ])
  }

  @Test func `lists outcomes that are given on the spot, and names code`() throws {
    let server = try TestServer(
      Catalog(
        RouteGroup("users") { Route("users.list", .get, "/users", default: .json([])) },
        scenarios: [
          Scenario("poor", ["users.list": .json(["left": 0]).status(402)]),
          Scenario("code", ["users.list": .dynamic { _ in .status(204) }]),
        ]))

    let list = try server.admin("GET", "/scenarios").json?["scenarios"]?.arrayValue ?? []

    #expect(
      list.map { $0["choices"] } == [
        ["users.list": ["outcome": ["status": 402, "json": ["left": 0]]]],
        ["users.list": ["outcome": ["dynamic": true]]],
      ])
    #expect(list.map { $0["routes"]?[0]?["variant"] } == ["outcome", "outcome"])
    #expect(
      try server.admin("PUT", "/scenario", #"{"scenario":"code"}"#).json?["scenario"] == "code")
    #expect(try server.client.get("/users").status == 204)
    #expect(try server.admin("GET", "/scenarios").json?["active"] == "code")
  }

  @Test func `chooses one, and takes back what lies over it`() throws {
    let server = try TestServer()
    try server.flip("users.list", "serverError")

    let chosen = try server.admin("PUT", "/scenario", #"{"scenario":"logged out"}"#)

    #expect(chosen.status == 200)
    #expect(chosen.json?["scenario"] == "logged out")
    #expect(chosen.json?["revision"] == 3)
    let users = chosen.json?["routes"]?.arrayValue?.filter { $0["group"] == "users" } ?? []
    #expect(users.count == 3)
    #expect(users.allSatisfy { $0["active"] == "unauthorized" && $0["source"] == "scenario" })
    #expect(try server.client.get("/users").status == 401)
    #expect(try server.admin("GET", "/scenarios").json?["scenarios"]?[0]?["active"] == true)
  }

  @Test func `leaves overrides over it where that is asked for`() throws {
    let server = try TestServer()
    try server.flip("users.list", "serverError")

    let body = #"{"scenario":"logged out","keepOverrides":true}"#
    #expect(try server.admin("PUT", "/scenario", body).status == 200)

    #expect(try server.client.get("/users").status == 500)
    #expect(try server.client.get("/users/7").status == 401)
    let left = try server.admin("DELETE", "/scenario")
    #expect(left.json?["scenario"] == .null)
    #expect(try server.client.get("/users").status == 500)
    #expect(try server.client.get("/users/7").status == 200)
  }

  @Test func `says which there are where there is none of the name`() throws {
    let server = try TestServer()
    try server.flip("users.list", "serverError")

    let reply = try server.admin("PUT", "/scenario", #"{"scenario":"logged-out"}"#)

    #expect(reply.status == 422)
    #expect(reply.json?["code"] == "unknown-scenario")
    #expect(
      reply.json?["detail"]
        == "There is no scenario 'logged-out'. Did you mean 'logged out'?")
    #expect(reply.json?["known"] == ["logged out", "sold out"])
    #expect(try server.client.get("/users").status == 500)
    #expect(
      try server.admin("PUT", "/scenario", "{}").json?["detail"]
        == "The body needs the field 'scenario'.")
  }

  @Test(
    arguments: [("PUT", #"{"scenario":"logged out"}"#), ("DELETE", nil)] as [(String, String?)])
  func `waits for what began before, where that is asked for`(
    _ method: String, _ body: String?
  ) throws {
    let time = ManualTime()
    let server = try TestServer(configure: { $0.time = time })
    let slow = try RawClient(port: server.port)
    try slow.request("GET", "/items/slow")
    #expect(eventually { server.server.parkedCount == 1 })
    let admin = try RawClient(port: server.port)
    try admin.request(method, "/__admin/scenario?drain=true", body: body)
    #expect(eventually { server.server.parkedCount == 2 })

    time.advance(by: .milliseconds(500))

    #expect(try slow.readReply().status == 200)
    let reply = try admin.readReply()
    #expect(reply.status == 200)
    #expect(reply.json?["drained"] == true)
    #expect(reply.json?["unfinished"] == [])
    #expect(reply.json?["routes"]?.arrayValue?.isEmpty == false)
  }
}
