import Platform

/// One state of a file under the folder of fixtures.
package final class Fixture: Sendable {
  /// The file's content.
  package let bytes: [UInt8]
  /// The file's name inside the folder.
  package let name: String
  /// What is wrong with the file as it is now, where an older content is served.
  package let warning: String?

  init(name: String, bytes: [UInt8], warning: String? = nil) {
    self.name = name
    self.bytes = bytes
    self.warning = warning
  }
}

/// What became of looking for a fixture.
package enum FixtureResult: Sendable {
  case found(Fixture)
  case missing
  /// The file is there and cannot be served, for this reason.
  case unreadable(String)
}
