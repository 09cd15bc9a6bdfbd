import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyEngine

@testable import UnderstudyServer

@Suite("A release that is refused")
struct ReleaseRefusalTests {
  private func server(_ variants: String) throws -> TestServer {
    let server = try TestServer(ReleaseTests.catalog)
    _ = try server.admin("PATCH", "/variants", variants)
    return server
  }

  @Test func `says what became of the request`() throws {
    let server = try server(#"{"orders.list":"timeout"}"#)
    let released = try server.hold("/orders")
    let cancelled = try server.hold("/orders")
    _ = try server.release(1, #"{"variant":"empty"}"#)
    cancelled.closeWithFIN()
    _ = try server.admin("GET", "/requests?ending=cancelled&waitSeconds=10")
    func detail(_ seq: String) throws -> String? {
      let reply = try server.admin("POST", "/held/\(seq)/release")
      #expect(reply.status == 404)
      #expect(reply.json?["code"] == "not-held")
      return reply.json?["detail"]?.stringValue
    }

    #expect(
      try detail("1")
        == "Request 1 is not held any more: it has ended, 'completed' with status 200."
    )
    #expect(try detail("2") == "Request 2 is not held any more: it has ended, 'cancelled'.")
    #expect(try detail("3") == "There is no request '3' on record; the last is 2.")
    #expect(try detail("x") == "There is no request 'x' on record; the last is 2.")
    withExtendedLifetime(released) {}
  }

  @Test(arguments: [
    (
      "loading",
      "Request 1 is not held: it is answered by itself with 'loading'. One that shall wait for its "
        + "release needs a variant that holds it, such as 'timeout'."
    ),
    (
      "later",
      "Request 1 is not held yet, because its delay is not over: GET /__admin/held?waitSeconds=5 "
        + "waits until it is."
    ),
  ])
  func `says that the request is merely delayed`(variant: String, detail: String) throws {
    let time = ManualTime()
    let server = try TestServer(ReleaseTests.catalog) { $0.time = time }
    try server.flip("orders.slow", variant)
    let waiting = try RawClient(port: server.port)
    try waiting.request("GET", "/orders/slow")
    #expect(eventually { server.server.parkedCount == 1 })

    let reply = try server.release(1)

    #expect(reply.status == 404)
    #expect(reply.json?["detail"]?.stringValue == detail)
    withExtendedLifetime(waiting) {}
  }

  @Test(arguments: [
    ("/orders", nil, #"{"variant":"timeout"}"#, "Variant 'timeout' of route 'orders.list'"),
    ("/orders", nil, #"{"outcome":{"held":true}}"#, "The outcome for route 'orders.list'"),
    ("/orders/stubborn", nil, nil, "The default of route 'orders.stubborn'"),
    ("/orders/next", #"{"outcome":{"held":true}}"#, nil, "The default of route 'orders.next'"),
    (
      "/orders", nil, #"{"outcome":{"sequence":[{"held":true},{"status":200}]}}"#,
      "The outcome for route 'orders.list'"
    ),
  ])
  func `would hold the request again`(
    target: String, choice: String?, body: String?, subject: String
  ) throws {
    let server = try server(#"{"orders.list":"timeout"}"#)
    if let choice { _ = try server.admin("PUT", "/routes/orders.next/variant", choice) }
    let waiting = try server.hold(target)

    let reply = try server.release(1, body)

    #expect(reply.status == 422)
    #expect(reply.json?["code"] == "invalid-outcome")
    #expect(
      reply.json?["detail"]?.stringValue
        == "\(subject) would hold the request again: release it with a variant that answers, as "
        + #"{"variant": "serverError"}."#)
    #expect(try server.held("?waitSeconds=10").map { $0["seq"] } == [1])
    #expect(try server.release(1, #"{"variant":"serverError"}"#).status == 200)
    #expect(try waiting.readReply().status == 500)
  }

  @Test func `has a variant that the route lacks`() throws {
    let server = try server(#"{"orders.list":"timeout"}"#)
    let waiting = try server.hold("/orders")

    let reply = try server.release(1, #"{"variant":"serverEror"}"#)

    #expect(reply.status == 422)
    #expect(reply.json?["code"] == "unknown-variant")
    #expect(
      reply.json?["detail"]
        == "'orders.list' has no variant 'serverEror'. Did you mean 'serverError'?")
    #expect(reply.json?["known"]?.arrayValue?.contains("serverError") == true)
    #expect(try server.held().count == 1)
    withExtendedLifetime(waiting) {}
  }

  @Test func `releases none where it fits not all`() throws {
    let server = try server(#"{"orders.*":"timeout"}"#)
    let fitting = try server.hold("/orders/next")
    let other = try server.hold("/orders")

    let reply = try server.admin("POST", "/held/release", #"{"variant":"steps"}"#)

    #expect(reply.status == 422)
    #expect(try server.held().map { $0["seq"] } == [1, 2])
    #expect(throws: RawClient.Failure.self) { try fitting.readReply(within: .zero) }
    withExtendedLifetime(other) {}
  }

  @Test(arguments: [
    (
      "/held/1/release", #"{"route":"orders.list"}"#, 400,
      "Field 'route' is not known here. Known: 'variant', 'outcome'."
    ),
    (
      "/held/release", #"{"variant":"empty","outcome":{"status":200}}"#, 400,
      "The fields 'variant' and 'outcome' exclude each other: give one."
    ),
    (
      "/held/release", #"{"route":"orders.lst"}"#, 404,
      "There is no route 'orders.lst'. Did you mean 'orders.list'?"
    ),
    ("/held/release", "{}", 404, "No request is held."),
    (
      "/held/release?session=*", "{}", 400,
      "'session=*' goes with reads of the journal, of held requests and of events; name one "
        + "session here."
    ),
    (
      "/held/release", #"{"outcome":{"fixture":"nowhere.json"}}"#, 422, ""
    ),
  ])
  func `says what is wrong with it`(
    path: String, body: String, status: Int, detail: String
  ) throws {
    let server = try server(#"{"orders.list":"timeout"}"#)
    let waiting = status == 422 ? try server.hold("/orders") : nil

    let reply = try server.admin("POST", path, body)

    #expect(reply.status == status)
    if !detail.isEmpty { #expect(reply.json?["detail"]?.stringValue == detail) }
    withExtendedLifetime(waiting) {}
  }

  @Test(arguments: [
    (
      NotHeld.elsewhere(seq: 7, session: "k2"),
      "Request 7 is one of session 'k2': release it with '?session=k2'."
    ),
    (
      .elsewhere(seq: 7, session: nil),
      "Request 7 is one of the base: release it without a session."
    ),
    (
      .leaving(seq: 7),
      "Request 7 is not held any more: its client has hung up, or it was dropped."
    ),
    (
      .answering(seq: 7, variant: nil),
      "Request 7 is not held: it is answered by itself. One that shall wait for its release needs a "
        + "variant that holds it, such as 'timeout'."
    ),
    (
      .none(route: nil, elsewhere: 1),
      "No request is held. 1 is held elsewhere: GET /__admin/held?session=* lists it."
    ),
    (
      .none(route: "a.b", elsewhere: 2),
      "No request is held for route 'a.b'. 2 are held elsewhere: GET /__admin/held?session=* lists "
        + "them."
    ),
  ])
  func `is told in these words`(reason: NotHeld, message: String) {
    #expect(reason.message == message)
    #expect(reason.problem.status == 404)
    #expect(reason.problem.code == .notHeld)
  }
}
