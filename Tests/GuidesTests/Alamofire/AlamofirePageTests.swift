import AlamofireStandIn
import ExampleRoutes
import ExampleShop
import Foundation
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess

@Suite("The page on Alamofire", .mocked(ExampleRoutes.catalog))
struct AlamofirePageTests {
  let session: MockSession

  init() throws { session = try MockSession.current }

  @Test func `shows code that is compiled here`() throws {
    let page = try SwiftPage(page: "docs/alamofire.md")

    #expect(page.blocks.count >= 4)
    #expect(try page.strangers(to: ["Tests/GuidesTests/Alamofire"]) == [])
  }

  @Test(arguments: [
    (Variant.default, "10 users"), (.empty, "0 users"), (.unauthorized, "status 401"),
    (.serverError, "status 500"), (.malformedBody, "decoding"), (.offline, "network"),
    (.interrupted, "network"),
  ])
  func `shows a service that tells its errors apart`(variant: Variant, meets: String) async throws {
    try await session.activate(variant, for: .usersList)
    let service = AlamofireUsers(
      configuration: .mocked(session.baseURL), session: Session(configuration: .unproxied))

    #expect(await Meeting.words { try await service.users() } == meets)
    try await session.assertNoMisses()
  }

  @Test func `shows a service that is cancelled`() async throws {
    try await session.activate(.timeout, for: .usersList)
    let service = AlamofireUsers(
      configuration: .mocked(session.baseURL), session: Session(configuration: .unproxied))

    let call = Task { await Meeting.words { try await service.users() } }
    try await session.held(count: 1, within: .seconds(30))
    call.cancel()

    #expect(await call.value == "cancelled")
  }

  @Test func `shows how a header leads to a session, and what answers say of themselves`()
    async throws
  {
    try await session.activate(.empty, for: .usersList)
    let lines = Lines()
    let daemon = APIConfiguration.mocked(try #require(URL(string: session.connection.url)))
    let (session, log) = (session, lines.add)
    // …
    let alamofire = Session(
      configuration: .unproxied,
      interceptor: MockSessionHeader(name: session.header.name, value: session.header.value),
      eventMonitors: [MockMarkers(log: log)])
    let users = try await AlamofireUsers(configuration: daemon, session: alamofire).users()

    #expect(users.isEmpty)
    #expect(lines.all == ["users.list 'empty': 200"])
  }

  @Test func `shows how to get over a flaky answer`() async throws {
    let service = AlamofireUsers(
      configuration: .mocked(session.baseURL),
      session: Session(configuration: .unproxied, interceptor: TryAgain()))
    try await session.activate(.flaky, for: .usersList)
    let users = try await service.users()  // 503, 503, then ten users
    try await session.verify(.usersList, .exactly(3))

    #expect(users.count == 10)
  }
}
