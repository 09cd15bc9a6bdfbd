import Platform
import UnderstudyAPI

/// The package that `understudy dev` builds, and the program that comes of it.
struct DevPackage: Sendable, Hashable {
  /// The folder of `Package.swift`.
  let root: String
  /// The command that builds it, for a shell.
  let command: String
  /// Where the program lies once it is built.
  let binary: String
  /// What is watched: folders, and files.
  let watched: [String]
  /// The folder of the fixtures.
  let fixtures: String
  private let hasOwnFixtures: Bool

  /// Finds the package around a folder.
  ///
  /// - Parameters:
  ///   - folder: where to begin to look upwards.
  ///   - executable: the program that runs; its name is the product's.
  ///   - command: a command that builds; nil is `swift build`.
  ///   - binary: where the program lies then, counted from the package's folder; nil is where
  ///     `swift build` puts it.
  ///   - further: further folders to watch.
  ///   - fixtures: the folder of the fixtures; nil is the package's own.
  /// - Throws: ``CommandFailure`` where there is no package.
  init(
    in folder: String, executable: String, command: String?, binary: String?, further: [String],
    fixtures: String? = nil
  ) throws(CommandFailure) {
    guard let root = Self.root(around: folder) else {
      throw CommandFailure(
        .configuration,
        "There is no Package.swift in '\(folder)' or above it, and so nothing to build.",
        hint: "run 'dev' in the folder of the package whose routes it shall serve")
    }
    self.root = root
    let parts = executable.split(separator: "/", omittingEmptySubsequences: false)
    let product = String(parts.last ?? "understudy")
    // Built elsewhere or in another way than usual, it is built so again.
    let scratch = parts.count > 3 ? parts.dropLast(3).joined(separator: "/") : ""
    let configuration = parts.count > 3 ? String(parts[parts.count - 2]) : ""
    let isBuilt =
      ["debug", "release"].contains(configuration)
      && Files.realPath("\(scratch)/\(configuration)/\(product)") == executable
    let place = isBuilt ? scratch : "\(root)/.build"
    let kind = isBuilt ? configuration : "debug"
    self.command =
      command
      ?? "exec swift build --product \(Self.quoted(product)) --configuration \(kind)"
      + " --package-path \(Self.quoted(root)) --scratch-path \(Self.quoted(place))"
    self.binary =
      binary.map { $0.hasPrefix("/") ? $0 : "\(root)/\($0)" } ?? "\(place)/\(kind)/\(product)"
    watched = ["\(root)/Package.swift", "\(root)/Sources", "\(root)/routes"] + further
    self.fixtures = fixtures ?? "\(root)/fixtures"
    hasOwnFixtures = fixtures == nil
  }

  /// What a daemon is told of the fixtures, wherever it runs; nothing where somebody names a folder,
  /// or where there is none.
  var fixtureArguments: [String] {
    guard hasOwnFixtures, RootedFolder(fixtures).exists else { return [] }
    return ["\(Setting.fixtures.flag)=\(fixtures)"]
  }

  /// A path as a person in the package calls it.
  func shown(_ path: String) -> String {
    path.hasPrefix("\(root)/") ? String(path.dropFirst(root.count + 1)) : path
  }

  private static func root(around folder: String) -> String? {
    var folder = folder
    while true {
      if Files.signature(of: "\(folder)/Package.swift") != nil { return folder }
      guard let slash = folder.lastIndex(of: "/"), folder != "/" else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }

  /// A text as one word of a shell.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}
