// The files of Swift. They are as `swift format` leaves them; a test holds them to that.

extension NewPackage {
  var manifest: String {
    let source =
      switch dependency {
      case .checkout(let checkout):
        "name: \"understudy\", path: \(SwiftLiteral.string(path(to: checkout)))"
      case .repository(let url): "url: \"\(url)\", branch: \"main\""
      }
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(name.program)",
        platforms: [.macOS(.v15), .iOS(.v16)],
        products: [
          .executable(name: "\(name.program)", targets: ["\(name.main)"]),
          // For the tests of an app, which then write `.greetingsList` instead of a string.
          .library(name: "\(name.routes)", targets: ["\(name.routes)"]),
        ],
        dependencies: [
          .package(\(source))
        ],
        targets: [
          .target(
            name: "\(name.routes)",
            dependencies: [.product(name: "Understudy", package: "\(packageName)")],
            path: "routes"),
          .executableTarget(
            name: "\(name.main)",
            dependencies: [
              "\(name.routes)",
              .product(name: "Understudy", package: "\(packageName)"),
              .product(name: "UnderstudyCLI", package: "\(packageName)"),
            ]),
          .testTarget(
            name: "\(name.tests)",
            dependencies: [
              "\(name.routes)",
              // A daemon in the process of the tests; for one that runs elsewhere
              // UnderstudyTesting is enough.
              .product(name: "UnderstudyInProcess", package: "\(packageName)"),
              .product(name: "UnderstudyTesting", package: "\(packageName)"),
            ]),
        ],
        swiftLanguageModes: [.v6]
      )

      """
  }

  /// What the package manager calls the dependency: the last part of a repository's URL.
  private var packageName: String {
    guard case .repository(let url) = dependency else { return "understudy" }
    let last = url.split { $0 == "/" || $0 == ":" }.last ?? ""
    return String(last.hasSuffix(".git") ? last.dropLast(4) : last)
  }

  var catalog: String {
    """
    public import Understudy

    /// All routes, and the states into which the whole app is put at once.
    public let catalog = Catalog(
      greetings,
      scenarios: [
        Scenario("nothing there", [.greetingsList: .empty, .greetingsDetail: .notFound])
      ])

    """
  }

  var greetings: String {
    """
    public import Understudy

    extension RouteID {
      /// `GET /greetings`: all of them.
      public static let greetingsList: RouteID = "greetings.list"
      /// `GET /greetings/{id}`: one of them.
      public static let greetingsDetail: RouteID = "greetings.detail"
    }

    /// An example, to be replaced by the routes of a service.
    let greetings = RouteGroup("greetings", path: "/greetings") {
      Route(.greetingsList, .get, default: .fixture("greetings/list.json"))

      Route(
        .greetingsDetail, .get, "/{id}",
        default: .fixture("greetings/{id}.json", ifMissing: .variant(.notFound)))
    }

    """
  }

  var main: String {
    """
    import \(name.routes)
    import Understudy
    import UnderstudyCLI

    @main struct Main: UnderstudyApp {
      static let name = "\(name.program)"
      static var catalog: Catalog { \(name.routes).catalog }
    }

    """
  }

  var tests: String {
    """
    \(imports("Testing", "UnderstudyInProcess"))

    @Suite("The catalog")
    struct CatalogTests {
      @Test func `is sound, and so are its fixtures`() async throws {
        // What is wrong is thrown, all of it at once, each with its place.
        try await MockDaemon.with(\(name.routes).catalog) { _ in }
      }
    }

    """
  }

  var exampleTests: String {
    """
    \(imports("Foundation", "Testing", "UnderstudyInProcess", "UnderstudyTesting"))

    #if canImport(FoundationNetworking)
      import FoundationNetworking
    #endif

    /// An example of how the tests of an app read, which meet every state of its service.
    ///
    /// Each test has a session of its own, so that all run at once.
    @Suite("Greetings", .mocked(\(name.routes).catalog))
    struct GreetingsTests {
      @Test func `are those of the fixture`() async throws {
        let session = try MockSession.current

        let (status, text) = try await get("greetings")

        #expect(status == 200)
        #expect(text.contains("Guten Tag"))
        try await session.verify(.greetingsList, .exactly(1), within: .seconds(5))
        try await assertNoMisses()
      }

      @Test func `are not there while the service is down`() async throws {
        try await MockSession.current.activate(.serverError, for: .greetingsList)

        #expect(try await get("greetings").status == 500)
      }

      private func get(_ path: String) async throws -> (status: Int?, text: String) {
        let url = try MockSession.current.baseURL.appendingPathComponent(path)
        let (body, response) = try await URLSession.shared.data(from: url)
        return ((response as? HTTPURLResponse)?.statusCode, String(decoding: body, as: UTF8.self))
      }
    }

    """
  }

  /// What a file of tests imports besides the routes, as the formatter orders it.
  private func imports(_ modules: String...) -> String {
    (modules + [name.routes]).sorted().map { "import \($0)" }.joined(separator: "\n")
  }
}
