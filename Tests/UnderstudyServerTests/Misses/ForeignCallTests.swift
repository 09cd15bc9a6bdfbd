import TestSupport
import Testing
import Understudy

@testable import UnderstudyServer

@Suite("A call of another tool")
struct ForeignCallTests {
  @Test(arguments: [
    (
      "POST", "/__admin/mappings",
      "The admin API has no '/__admin/mappings'. WireMock has such a call; here a route is Swift code, and PUT /__admin/routes/{id}/variant gives it another outcome."
    ),
    (
      "DELETE", "/__admin/mappings",
      "The admin API has no '/__admin/mappings'. WireMock has such a call; here DELETE /__admin/variants takes every choice back."
    ),
    (
      "POST", "/__admin/mappings/reset",
      "The admin API has no '/__admin/mappings/reset'. WireMock has such a call; here POST /__admin/reset puts everything back to the start."
    ),
    (
      "POST", "/api/mock/custom-route-variants",
      "No route takes POST /api/mock/custom-route-variants. mocks-server has such a call; here PUT /__admin/routes/{id}/variant chooses a variant."
    ),
    (
      "PUT", "/mockserver/expectation",
      "No route takes PUT /mockserver/expectation. MockServer has such a call; here a route is Swift code, and PUT /__admin/routes/{id}/variant gives it another outcome."
    ),
    (
      "PUT", "/__mockserver/verify?a=1",
      "No route takes PUT /__mockserver/verify?a=1. MockServer has such a call; here POST /__admin/verifications counts requests and waits for them."
    ),
    (
      "GET", "/imposters/8080",
      "No route takes GET /imposters/8080. mountebank has such a call; here GET /__admin/routes lists the routes."
    ),
  ])
  func `is told ours`(method: String, target: String, detail: String) throws {
    let server = try TestServer()

    let reply = try server.client.get(target, method: method)

    #expect(reply.status == 404)
    #expect(reply.json?["detail"]?.stringValue == detail)
  }

  @Test(arguments: ["/mocksy", "/mock", "/api/mocks", "/sessionsx", "/users"])
  func `is not every path`(path: String) {
    #expect(ForeignCall.find("GET", path) == nil)
  }

  @Test func `does not take a route away`() throws {
    let catalog = Catalog(
      RouteGroup("r") { Route("r.mocks", .get, "/mocks", default: .text("mine")) })
    let server = try TestServer(catalog)

    #expect(try server.client.get("/mocks").text == "mine")
  }
}
