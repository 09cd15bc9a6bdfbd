import Platform
import Synchronization

/// One state of a file under the folder of fixtures.
package final class Fixture: Sendable {
  /// The file's content.
  package let bytes: [UInt8]
  /// The file's name inside the folder.
  package let name: String
  /// What is wrong with the file as it is now, where an older content is served.
  package let warning: String?
  /// The entity tag of the content.
  let tag: String
  /// When the content changed last, as far as the file says so.
  let modified: WallTime?
  /// Whether it has `{{` at all; asked once, for it takes a look at every byte.
  let mayHavePlaceholders: Bool
  private let isReported = Atomic<Bool>(false)

  init(name: String, bytes: [UInt8], modified: WallTime? = nil, warning: String? = nil) {
    self.name = name
    tag = Validators.tag(of: bytes)
    self.modified = modified
    self.bytes = bytes
    self.warning = warning
    mayHavePlaceholders = Template.mayHavePlaceholders(bytes)
  }

  /// Whether this is the first time that something about this state of the file is to be told.
  func isFirstReport() -> Bool { !isReported.exchange(true, ordering: .acquiringAndReleasing) }
}

/// What became of looking for a fixture.
package enum FixtureResult: Sendable {
  case found(Fixture)
  /// The file is too long to be kept.
  case large(LargeFixture)
  case missing
  /// The name leads outside the folder, once all links are resolved.
  case outside
  /// The name leads to a folder, a device or a pipe.
  case notAFile
  /// The file is there and cannot be served, for this reason.
  case unreadable(String)

  /// Why there is nothing to serve, as a clause.
  var reason: String {
    switch self {
    case .found, .large: ""
    case .missing: "it does not exist"
    case .outside: "it lies outside the folder of fixtures"
    case .notAFile: "it is not a regular file"
    case .unreadable(let reason): reason
    }
  }
}
