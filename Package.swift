// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

// Test suites name their tests in backticks and may touch sockets directly, so
// they leave out the memory-safety audit; everything else is the same.
let strictTests: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func room(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

func tests(_ name: String, of dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(name)",
    swiftSettings: strictTests)
}

let package = Package(
  name: "understudy",
  platforms: [.macOS(.v15), .iOS(.v16)],
  products: [
    .executable(name: "understudy", targets: ["UnderstudyMain"]),
    .library(name: "Understudy", targets: ["Understudy"]),
    .library(name: "UnderstudyAPI", targets: ["UnderstudyAPI"]),
    .library(name: "UnderstudyClient", targets: ["UnderstudyClient"]),
    .library(name: "UnderstudyTesting", targets: ["UnderstudyTesting"]),
    .library(name: "UnderstudyInProcess", targets: ["UnderstudyInProcess"]),
    .library(name: "UnderstudyCLI", targets: ["UnderstudyCLI"]),
    .library(name: "ExampleRoutes", targets: ["ExampleRoutes"]),
  ],
  targets: [
    .systemLibrary(name: "CPlatform"),
    room("Platform", ["CPlatform"]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    room("MicroHTTPD", ["Platform", "GnuTLS", "CMicroHTTPD"]),
    .target(name: "CCurl"),
    room("Curl", ["CCurl"]),
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    room("PCRE2", ["CPCRE2"]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    room("Zlib", ["CZlib"]),
    .systemLibrary(
      name: "CGnuTLS", pkgConfig: "gnutls",
      providers: [.apt(["libgnutls28-dev"]), .brew(["gnutls"])]),
    room("GnuTLS", ["Platform", "CGnuTLS"]),
    room("Certificates", ["Platform", "GnuTLS"]),
    room("Understudy"),
    room(
      "UnderstudyEngine", ["Platform", "MicroHTTPD", "PCRE2", "Zlib", "GnuTLS", "Understudy"]),
    room("UnderstudyAPI", ["Understudy"]),
    .target(name: "UnderstudyPanel", exclude: ["page"]),
    room(
      "UnderstudyServer",
      [
        "Platform", "MicroHTTPD", "GnuTLS", "Certificates", "Understudy", "UnderstudyEngine",
        "UnderstudyAPI", "UnderstudyPanel",
      ]),
    // For tests: what the daemon links reaches none of these.
    room("UnderstudyClient", ["Understudy", "UnderstudyAPI"]),
    room("UnderstudyTesting", ["Understudy", "UnderstudyAPI", "UnderstudyClient"]),
    room(
      "UnderstudyInProcess",
      [
        "MicroHTTPD", "Understudy", "UnderstudyAPI", "UnderstudyServer", "UnderstudyClient",
        "UnderstudyTesting",
      ]),
    room(
      "UnderstudyCLI",
      [
        "Platform", "GnuTLS", "Certificates", "MicroHTTPD", "Curl", "Understudy",
        "UnderstudyEngine", "UnderstudyAPI", "UnderstudyServer",
      ]),
    room("ExampleRoutes", ["Understudy"], path: "routes"),
    .executableTarget(
      name: "UnderstudyMain", dependencies: ["UnderstudyCLI", "ExampleRoutes", "Understudy"],
      swiftSettings: strict),
    .executableTarget(
      name: "BenchmarkServer", dependencies: ["Platform", "UnderstudyCLI", "Understudy"],
      path: "Benchmarks/Server", swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["Platform", "CGnuTLS"], path: "Tests/Support",
      swiftSettings: strictTests),
    tests("PlatformTests", of: ["Platform"]),
    tests("MicroHTTPDTests", of: ["MicroHTTPD", "GnuTLS", "Platform"]),
    tests("GnuTLSTests", of: ["GnuTLS", "CGnuTLS", "Platform"]),
    tests("CertificatesTests", of: ["Certificates", "GnuTLS", "Platform"]),
    tests("CurlTests", of: ["Curl", "Platform"]),
    tests("ZlibTests", of: ["Zlib"]),
    tests("UnderstudyTests", of: ["Understudy"]),
    tests(
      "UnderstudyEngineTests",
      of: ["UnderstudyEngine", "MicroHTTPD", "PCRE2", "Zlib", "Understudy", "Platform"]),
    tests("UnderstudyAPITests", of: ["UnderstudyAPI", "Understudy"]),
    tests(
      "UnderstudyServerTests",
      of: [
        "UnderstudyServer", "UnderstudyEngine", "UnderstudyAPI", "Understudy", "MicroHTTPD",
        "GnuTLS", "Zlib", "Platform",
      ]),
    tests(
      "UnderstudyClientTests",
      of: [
        "UnderstudyClient", "UnderstudyTesting", "UnderstudyInProcess", "UnderstudyAPI",
        "Understudy", "ExampleRoutes",
      ]),
    tests(
      "UnderstudyTestingTests",
      of: [
        "UnderstudyTesting", "UnderstudyInProcess", "UnderstudyClient", "UnderstudyAPI",
        "UnderstudyServer", "Understudy",
      ]),
    tests(
      "UnderstudyInProcessTests",
      of: [
        "UnderstudyInProcess", "UnderstudyClient", "UnderstudyTesting", "UnderstudyServer",
        "UnderstudyAPI", "Understudy",
      ]),
    // An app's layers, as its developer would write them; the guides in `docs/` quote them.
    .target(
      name: "ExampleShop", path: "Examples/Shop/App",
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "ShopProgram", dependencies: ["ExampleShop"], path: "Examples/Shop/Program",
      swiftSettings: strictTests),
    .testTarget(
      name: "ExampleShopTests",
      dependencies: [
        "ExampleShop", "ExampleRoutes", "UnderstudyInProcess", "UnderstudyClient", "UnderstudyAPI",
        "Understudy",
      ],
      path: "Examples/Shop/Tests", swiftSettings: strictTests),
    // What the guides use of Alamofire and Moya, with the same signatures.
    .target(
      name: "AlamofireStandIn", path: "Tests/StandIns/Alamofire",
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "MoyaStandIn", dependencies: ["AlamofireStandIn"], path: "Tests/StandIns/Moya",
      swiftSettings: [.treatAllWarnings(as: .error)]),
    tests(
      "GuidesTests",
      of: [
        "ExampleShop", "ExampleRoutes", "AlamofireStandIn", "MoyaStandIn", "UnderstudyInProcess",
        "UnderstudyTesting", "UnderstudyClient", "UnderstudyAPI", "Understudy", "Platform",
        "ShopProgram", "UnderstudyMain",
      ]),
    tests(
      "UnderstudyCLITests",
      of: [
        "UnderstudyCLI", "UnderstudyServer", "UnderstudyAPI", "Understudy", "Curl", "Certificates",
        "GnuTLS", "MicroHTTPD", "Platform",
      ]),
    tests(
      "ExampleRoutesTests",
      of: ["ExampleRoutes", "Understudy", "UnderstudyEngine", "MicroHTTPD", "Platform"]),
    // What URLSession makes of an answer that may end its process.
    .executableTarget(
      name: "URLSessionProbe", path: "Tests/URLSessionProbe", swiftSettings: strictTests),
    tests(
      "EndToEnd",
      of: [
        "UnderstudyServer", "UnderstudyAPI", "Understudy", "ExampleRoutes", "Platform", "GnuTLS",
        "UnderstudyClient", "UnderstudyInProcess", "UnderstudyTesting",
        // The programs themselves, which these tests start.
        "UnderstudyMain", "URLSessionProbe",
      ]),
  ],
  swiftLanguageModes: [.v6],
  // With #embed, by which the control panel comes into the program.
  cLanguageStandard: .c2x
)

// Instruments everything that it is built with, and has its entry in libFuzzer: `make fuzz` alone
// builds it.
if Context.environment["UNDERSTUDY_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "FuzzReaders",
      dependencies: ["Platform", "MicroHTTPD", "Understudy", "UnderstudyEngine"],
      path: "Fuzz/Readers",
      swiftSettings: strictTests + [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
}
