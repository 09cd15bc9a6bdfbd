import ExampleRoutes
import ExampleShop
import Foundation
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The page on URLSession", .mocked(ExampleRoutes.catalog))
struct URLSessionPageTests {
  @Test func `shows how a header leads to a session`() async throws {
    let session = try MockSession.current
    try await session.activate(.empty, for: .usersList)
    let daemon = try #require(URL(string: session.connection.url))

    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = [session.header.name: session.header.value]
    let service = ShopService(.mocked(daemon), session: URLSession(configuration: configuration))

    #expect(try await service.users().isEmpty)
    try await session.verify(.usersList, .exactly(1))
  }

  @Test func `shows how a test binds its own base URL`() async throws {
    let session = try MockSession.current

    let users = try await APIConfiguration.$current.withValue(.mocked(session.baseURL)) {
      try await ShopService().users()
    }

    #expect(users.count == 10)
  }

  @Test func `shows how to see which route and variant have answered`() async throws {
    let session = try MockSession.current

    let (_, response) = try await URLSession.shared.data(
      from: session.baseURL.appending(path: "users"))
    let head = response as? HTTPURLResponse
    print(head?.value(forHTTPHeaderField: "Understudy-Route") ?? "no mock")  // users.list
    print(head?.value(forHTTPHeaderField: "Understudy-Variant") ?? "")  // default

    #expect(head?.value(forHTTPHeaderField: "Understudy-Route") == "users.list")
    #expect(head?.value(forHTTPHeaderField: "Understudy-Variant") == "default")
  }
}
