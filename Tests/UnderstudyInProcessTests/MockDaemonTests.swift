import Foundation
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess
import UnderstudyServer

@Suite("A daemon in the process of a test")
struct MockDaemonTests {
  static let catalog = Catalog(
    RouteGroup("users", path: "/users") {
      Route("users.list", .get, default: .json([["id": 1]]))
    })

  static let items = Catalog(
    RouteGroup("items", path: "/items") {
      Route("items.list", .get, default: .status(204))
    })

  private static func fixtureCatalog(_ name: String) -> Catalog {
    Catalog(
      RouteGroup("users", path: "/users") {
        Route("users.list", .get, default: .fixture(name))
      })
  }

  @Test func `serves at once, and is steered`() async throws {
    let daemon = try await MockDaemon.start(Self.catalog)

    #expect(daemon.url.absoluteString == "http://localhost:\(daemon.server.port)")
    #expect(try await daemon.client.health().routes == 1)
    try await daemon.client.activate(.empty, for: "users.list")
    #expect(try await daemon.client.route("users.list").active == "empty")
  }

  @Test func `is one of many, which know nothing of each other`() async throws {
    let one = try await MockDaemon.start(Self.catalog)
    let two = try await MockDaemon.start(Self.catalog)

    try await one.client.activate(.empty, for: "users.list")

    #expect(one.url != two.url)
    #expect(try await two.client.route("users.list").active == "default")
  }

  @Test func `refuses connections once it has stopped, and may be stopped again`() async throws {
    let daemon = try await MockDaemon.start(Self.catalog)

    daemon.stop()
    daemon.stop()

    let error = await #expect(throws: MockError.self) { try await daemon.client.health() }
    #expect(error == .noDaemon(url: daemon.url.absoluteString))
  }

  @Test func `stops with the last reference to it`() async throws {
    let client = try await MockDaemon.start(Self.catalog).client

    await #expect(throws: MockError.self) { try await client.health() }
  }

  @Test func `stops behind a closure, whatever has become of that`() async throws {
    struct Failure: Error {}
    let returned = try await MockDaemon.with(Self.catalog) { daemon in
      _ = try await daemon.client.health()
      return daemon
    }
    var thrown: MockDaemon?
    await #expect(throws: Failure.self) {
      try await MockDaemon.with(Self.catalog) { daemon in
        thrown = daemon
        throw Failure()
      }
    }

    await #expect(throws: MockError.self) { try await returned.client.health() }
    await #expect(throws: MockError.self) { try await thrown?.client.health() }
  }

  @Test func `drops what it holds when it stops, and waits for nobody`() async throws {
    let daemon = try await MockDaemon.start(Self.catalog)
    try await daemon.client.activate(.timeout, for: "users.list")
    let request = TransportRequest("GET", daemon.url.appendingPathComponent("users"))
    let call = Task { try await URLSessionTransport().answer(to: request) }
    try await daemon.client.held(count: 1, within: .seconds(600))

    daemon.stop()

    await #expect(throws: (any Error).self) { try await call.value }
  }

  @Test func `is as its settings say`() async throws {
    let daemon = try await MockDaemon.start(Self.catalog) { settings in
      settings.adminToken = "t-1"
      settings.adminPort = 0
    }

    #expect(daemon.client.connection.url == daemon.server.adminURL)
    #expect(daemon.client.connection.url != daemon.url.absoluteString)
    #expect(try await daemon.client.routes().count == 1)
  }

  @Test func `serves the fixtures of the package, or of a folder that is named`() async throws {
    let usual = try await MockDaemon.start(Self.fixtureCatalog("users/list.json"))
    #expect(try await usual.client.health().routes == 1)

    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("understudy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("[]".utf8).write(to: folder.appendingPathComponent("mine.json"))
    let named = try await MockDaemon.start(Self.fixtureCatalog("mine.json"), fixtures: folder.path)
    #expect(try await named.client.health().routes == 1)
  }

  @Test func `says all that is wrong with a catalog`() async throws {
    let catalog = Catalog(
      RouteGroup("users", path: "/users") {
        Route(
          "users.list", .get, default: .status(200), file: "ShopRoutes/Users.swift", line: 3)
        Route(
          "users.list", .get, "/again", default: .status(200), file: "ShopRoutes/Users.swift",
          line: 4)
        Route(
          "users.broken", .get, "/{", default: .status(200), file: "ShopRoutes/Users.swift",
          line: 5)
      })

    let failure = try await #require(throws: MockDaemonFailure.self) {
      try await MockDaemon.start(catalog)
    }

    let lines = failure.description.split(separator: "\n")
    #expect(lines.first == "The catalog cannot be served.")
    #expect(lines.count { $0.hasPrefix("error: ") } == 2)
    #expect(failure.description.contains("Route 'users.list' is declared twice."))
    #expect(failure.localizedDescription == failure.description)
  }

  @Test func `says that its port is taken`() async throws {
    let daemon = try await MockDaemon.start(Self.catalog)

    let failure = try await #require(throws: MockDaemonFailure.self) {
      try await MockDaemon.start(Self.catalog) { $0.port = daemon.server.port }
    }

    #expect(
      failure.description == """
        Port \(daemon.server.port) on 127.0.0.1 is taken by another program.
          hint    let the system choose with port 0
        """)
  }
}
