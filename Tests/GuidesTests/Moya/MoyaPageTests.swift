import AlamofireStandIn
import ExampleRoutes
import ExampleShop
import Foundation
import MoyaStandIn
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The page on Moya", .mocked(ExampleRoutes.catalog))
struct MoyaPageTests {
  let session: MockSession

  init() throws { session = try MockSession.current }

  @Test func `shows code that is compiled here`() throws {
    let page = try SwiftPage(page: "docs/moya.md")

    #expect(page.blocks.count >= 4)
    #expect(try page.strangers(to: ["Tests/GuidesTests/Moya"]) == [])
  }

  @Test(arguments: [
    (Variant.default, "10 users"), (.empty, "0 users"), (.forbidden, "status 403"),
    (.maintenance, "status 503"), (.malformedBody, "decoding"), (.offline, "network -1005"),
    (.interrupted, "network -1005"),
  ])
  func `shows a provider that meets each variant`(variant: Variant, meets: String) async throws {
    try await session.activate(variant, for: .usersList)

    #expect(await words(of: .users, in: session.baseURL) == meets)
    try await session.verify(.usersList)
    try await session.assertNoMisses()
  }

  @Test func `shows a target with parameters`() async throws {
    let daemon = APIConfiguration.mocked(session.baseURL)
    let page = try await APIConfiguration.$current.withValue(daemon) {
      try await Self.provider().value([String: JSON].self, of: .items(page: 2))
    }

    #expect(page["page"]?.intValue == 2)
    try await session.assertNoMisses()
  }

  @Test func `shows a plugin that leads to a session, and logs what answers`() async throws {
    let lines = Lines()
    let daemon = try #require(URL(string: session.connection.url))
    try await session.activate(.serverError, for: .usersList)
    let log = lines.add
    let session = session

    let provider = MoyaProvider<ShopAPI>(
      session: Session(configuration: .unproxied),
      plugins: [UnderstudyPlugin(session: session.header, log: log)])
    await APIConfiguration.$current.withValue(.mocked(daemon)) {
      _ = await #expect(throws: MoyaError.self) {
        try await provider.value([User].self, of: .users)
      }
    }

    #expect(lines.all == ["users.list 'serverError': 500"])
  }

  private static func provider() -> MoyaProvider<ShopAPI> {
    MoyaProvider<ShopAPI>(session: Session(configuration: .unproxied))
  }

  private func words(of target: ShopAPI, in baseURL: URL) async -> String {
    do {
      let users = try await APIConfiguration.$current.withValue(.mocked(baseURL)) {
        try await Self.provider().value([User].self, of: target)
      }
      return "\(users.count) users"
    } catch MoyaError.objectMapping {
      return "decoding"
    } catch MoyaError.underlying(let error, _) {
      if let status = error.asAFError?.responseCode { return "status \(status)" }
      return "network \((error.asAFError?.underlyingError as? URLError)?.code.rawValue ?? 0)"
    } catch {
      return "\(error)"
    }
  }
}
