import Platform

/// A package of one's own routes, before it is written.
struct NewPackage {
  /// Its name.
  let name: PackageName
  /// Where it is made, absolute.
  let folder: String
  /// What it depends on.
  let dependency: Dependency

  /// Where the package of Understudy comes from.
  enum Dependency: Hashable {
    /// A checkout, absolute.
    case checkout(String)
    /// A repository, as git takes it.
    case repository(String)
  }

  /// A file of the package.
  struct File {
    /// Its place in the package.
    var path: String
    var text: String
    var mode: UInt16 = 0o644
  }

  /// Its files, in the order in which a reader meets them.
  var files: [File] {
    [
      File(path: "Package.swift", text: manifest),
      File(path: "routes/Catalog.swift", text: catalog),
      File(path: "routes/Greetings.swift", text: greetings),
      File(path: "fixtures/greetings/list.json", text: list),
      File(path: "fixtures/greetings/1.json", text: detail),
      File(path: "Sources/\(name.main)/Main.swift", text: main),
      File(path: "Tests/\(name.tests)/CatalogTests.swift", text: tests),
      File(path: "Tests/\(name.tests)/GreetingsTests.swift", text: exampleTests),
      File(path: "Makefile", text: makefile),
      File(path: "setup", text: setup, mode: 0o755),
      File(path: "Dockerfile", text: dockerfile),
      File(path: ".dockerignore", text: dockerIgnore),
      File(path: ".gitignore", text: gitIgnore),
      File(path: "README.md", text: readme),
    ]
  }

  /// The checkout that this program was built from.
  static let ownCheckout = PackagePath.absolute("../../../..", from: #filePath)

  /// Whether a folder is a checkout of Understudy.
  static func isCheckout(_ folder: String) -> Bool {
    guard let bytes = try? Files.read("\(folder)/Package.swift") else { return false }
    return String(decoding: bytes, as: UTF8.self).contains("name: \"understudy\"")
  }

  /// The checkout as `Package.swift` names it: relative where both lie in one tree.
  func path(to checkout: String) -> String {
    PackagePath.relative(checkout, from: folder) ?? checkout
  }
}
