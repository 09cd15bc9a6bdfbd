import ExampleRoutes
import ExampleShop
import Foundation
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess

@Suite("The service of the shop", .mocked(ExampleRoutes.catalog))
struct ShopServiceTests {
  let session: MockSession
  let service: ShopService

  init() throws {
    session = try MockSession.current
    service = ShopService(.mocked(session.baseURL), session: .patient)
  }

  @Test func `reads names with underscores, and dates`() async throws {
    let page = try await service.items(page: 3)

    let item = try #require(page.items.first)
    #expect(item.itemId == 41)
    #expect(item.priceCents == 9200)
    #expect(item.createdAt == Date(timeIntervalSince1970: 1_746_562_800))
    #expect(item.availableFrom == nil)
    #expect(!page.hasMore)
  }

  @Test func `sends the token that it is given`() async throws {
    let user = try await service.profile(token: "t-1")
    let error = await #expect(throws: ServiceError.self) {
      try await service.profile(token: "t-0")
    }

    #expect(user.name == "Mara Lindqvist")
    guard case .status(401) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `calls where its task is configured to`() async throws {
    let users = try await APIConfiguration.$current.withValue(.mocked(session.baseURL)) {
      try await ShopService(session: .patient).users()
    }

    #expect(users.count == 10)
    try await session.verify(.usersList, .exactly(1))
  }
}
