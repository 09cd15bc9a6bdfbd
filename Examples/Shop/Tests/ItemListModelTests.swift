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

@MainActor
@Suite("The list of items", .mocked(ExampleRoutes.catalog))
struct ItemListModelTests {
  let session: MockSession
  let model: ItemListModel

  init() throws {
    session = try MockSession.current
    model = ItemListModel(ShopService(.mocked(session.baseURL), session: .patient))
  }

  /// What a variant of the route makes the list show.
  struct Example: Sendable, CustomTestStringConvertible {
    var variant: Variant
    var shows: String
    var testDescription: String { "\(variant) shows \(shows)" }
  }

  nonisolated static let examples = [
    Example(variant: .default, shows: "20 items"),
    Example(variant: .loading, shows: "20 items"),
    Example(variant: .empty, shows: "empty"),
    Example(variant: .unauthorized, shows: "status 401"),
    Example(variant: .forbidden, shows: "status 403"),
    Example(variant: .notFound, shows: "status 404"),
    Example(variant: .rateLimited, shows: "status 429"),
    Example(variant: .serverError, shows: "status 500"),
    Example(variant: .maintenance, shows: "status 503"),
    Example(variant: .malformedBody, shows: "decoding"),
    Example(variant: .interrupted, shows: "network -1005"),
    Example(variant: .offline, shows: "network -1005"),
  ]

  @Test(arguments: examples)
  func `shows each variant`(_ example: Example) async throws {
    try await session.activate(example.variant, for: .itemsPage(1))

    await model.load()

    #expect(model.state.summary == example.shows)
    try await session.verify(.itemsPage(1))
    try await session.assertNoMisses()
  }

  @Test func `is met with every variant that there is, and with no other`() async throws {
    let names = try await session.route(.itemsPage(1)).variants.map(\.name)

    #expect(Set(names) == Set(Self.examples.map { "\($0.variant)" } + ["timeout"]))
  }

  @Test func `gives up in the end where no answer comes`() async throws {
    try await session.activate(.timeout, for: .itemsPage(1))
    let model = ItemListModel(ShopService(.mocked(session.baseURL), session: .impatient))

    await model.load()

    #expect(model.state.summary == "network -1001")
  }

  @Test(arguments: [(Variant.default, "20 items"), (.empty, "empty"), (.serverError, "status 500")])
  func `shows that it loads for as long as the answer takes`(
    variant: Variant, shows: String
  ) async throws {
    try await session.activate(.timeout, for: .itemsPage(1))
    #expect(model.state.summary == "idle")

    async let load: Void = model.load()
    let held = try await session.held(count: 1, within: .seconds(30))
    #expect(model.state.summary == "loading")
    try await session.release(held[0], with: .variant(variant))
    await load

    #expect(model.state.summary == shows)
  }

  @Test func `shows a slow answer once all of it has come`() async throws {
    try await session.network(NetworkConditions(delay: .milliseconds(50), bytesPerSecond: 20_000))

    await model.load()

    #expect(model.state.summary == "20 items")
  }

  @Test func `tells a page of HTML from its data`() async throws {
    try await session.answer(
      .itemsPage(1), with: .text("<html>Room number?</html>").header("Content-Type", "text/html"))

    await model.load()

    #expect(model.state.summary == "other text/html")
  }

  @Test func `shows what it showed before when it is cancelled`() async throws {
    await model.load()
    try await session.activate(.timeout, for: .itemsPage(1))

    async let load: Void = model.load()
    try await session.held(count: 1, within: .seconds(30))
    model.cancel()
    await load

    #expect(model.state.summary == "20 items")
    // The request has gone with it.
    let calls = try await session.requests(ending: "cancelled", waiting: .seconds(30))
    #expect(calls.count == 1)
  }

  @Test func `is cancelled with the view that has it loaded`() async throws {
    try await session.activate(.timeout, for: .itemsPage(1))

    let view = Task { await model.load() }
    try await session.held(count: 1, within: .seconds(30))
    view.cancel()
    await view.value

    #expect(model.state.summary == "idle")
  }

  @Test func `shows the later of two loads, whatever comes first`() async throws {
    try await session.activate(.timeout, for: .itemsPage(1))
    async let first: Void = model.load()
    try await session.held(count: 1, within: .seconds(30))

    try await session.activate(.empty, for: .itemsPage(1))
    await model.load()
    await first

    #expect(model.state.summary == "empty")
  }

  @Test func `gets over a failure when somebody tries again`() async throws {
    try await session.answer(.itemsPage(1), with: .sequence(.status(503), .default))

    await model.load()
    #expect(model.state.summary == "status 503")
    await model.load()

    #expect(model.state.summary == "20 items")
  }
}

extension ItemListModel.State {
  /// The state in a few words.
  var summary: String {
    switch self {
    case .idle: "idle"
    case .loading: "loading"
    case .list(let items): "\(items.count) items"
    case .empty: "empty"
    case .failed(.status(let status)): "status \(status)"
    case .failed(.decoding): "decoding"
    case .failed(.network(let error)): "network \(error.code.rawValue)"
    case .failed(.other(let error as NotJSON)): "other \(error.type ?? "")"
    case .failed(.other): "other"
    }
  }
}
