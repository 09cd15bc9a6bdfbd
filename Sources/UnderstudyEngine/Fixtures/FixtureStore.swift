package import Platform

/// The files under the folder of fixtures, read live.
package final class FixtureStore: Sendable {
  /// The folder.
  package let folder: RootedFolder
  private let time: any TimeSource
  private let warn: @Sendable (String) -> Void
  /// By the bytes of their names: Swift would take two spellings of one letter for the same.
  private let files = Lock([[UInt8]: FixtureFile]())

  /// How many files with names from requests are remembered; the rest is read each time.
  private static let limit = 10_000

  /// A store over a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder that is never left.
  ///   - time: the clock that says when a file is looked at again.
  ///   - warn: takes a line about a file that has become unreadable.
  package init(
    _ folder: RootedFolder, time: any TimeSource = SystemTime(),
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.folder = folder
    self.time = time
    self.warn = warn
  }

  /// The file of a name that a route author wrote; it is remembered, also while it is missing.
  func file(_ name: String) -> FixtureFile {
    files.withLock { files in
      if let file = files[Array(name.utf8)] { return file }
      let file = FixtureFile(name, in: folder, time: time, warn: warn)
      files[Array(name.utf8)] = file
      return file
    }
  }

  /// Tells of something that is wrong in a file, once for each of its states.
  func report(_ fixture: Fixture, _ line: String) {
    if fixture.isFirstReport() { warn(line) }
  }

  /// The file of a name that a request has made; only one that exists is remembered.
  func current(_ bytes: [UInt8]) -> FixtureResult {
    guard let name = String(validating: bytes, as: UTF8.self) else { return .missing }
    if let file = files.withLock({ $0[bytes] }) { return file.current }
    let file = FixtureFile(name, in: folder, time: time, warn: warn)
    let result = file.current
    switch result {
    case .found, .large:
      files.withLock { files in
        if files.count < Self.limit { files[bytes] = file }
      }
    case .missing, .outside, .notAFile, .unreadable: break
    }
    return result
  }
}
