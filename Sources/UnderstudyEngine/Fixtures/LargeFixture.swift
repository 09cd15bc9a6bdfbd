import Platform
import Understudy

/// A file that is too long to be kept in memory: it is opened for each request and sent from disk.
package struct LargeFixture: Sendable {
  let name: String
  private let folder: RootedFolder

  /// How long a file may be that is kept, in bytes.
  static let limit = 1 << 20
  /// How long JSON and other text may be, which is checked and filled.
  static let textLimit = 16 << 20

  init(_ name: String, in folder: RootedFolder) {
    self.name = name
    self.folder = folder
  }

  /// Whether a file of this name and length is not kept.
  static func isLarge(_ name: String, size: Int) -> Bool {
    size > (ContentType.isText(ContentType.of(fileName: name)) ? textLimit : limit)
  }

  /// Opens the file; where it leads is checked anew.
  ///
  /// - Throws: ``RootedFolderError``.
  func open() throws(RootedFolderError) -> OpenFile { try folder.open(name) }

  /// All of the file, for what compares bodies with it.
  ///
  /// - Throws: ``FixtureFault`` where it cannot be read.
  func bytes() throws(FixtureFault) -> [UInt8] {
    do {
      return try folder.read(name).bytes
    } catch {
      throw FixtureFault(message: FixtureResult(error).reason)
    }
  }
}

extension FixtureResult {
  /// Why a file could not be opened.
  init(_ error: RootedFolderError) {
    switch error {
    case .missing: self = .missing
    case .outside: self = .outside
    case .notARegularFile: self = .notAFile
    case .system(let failure): self = .unreadable(failure.description)
    }
  }
}
