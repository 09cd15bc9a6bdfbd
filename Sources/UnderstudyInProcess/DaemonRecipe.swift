import Understudy
import UnderstudyServer

/// How the daemon of a trait is started; its identity tells traits apart.
final class DaemonRecipe: Sendable {
  private let catalog: Catalog
  private let fixtures: String?
  private let file: String
  private let configure: @Sendable (inout MockServer.Settings) -> Void

  var id: ObjectIdentifier { ObjectIdentifier(self) }

  init(
    _ catalog: Catalog, fixtures: String?, file: String,
    configure: @escaping @Sendable (inout MockServer.Settings) -> Void
  ) {
    self.catalog = catalog
    self.fixtures = fixtures
    self.file = file
    self.configure = configure
  }

  func start() async throws -> MockDaemon {
    try await MockDaemon.start(catalog, fixtures: fixtures, file: file, configure: configure)
  }
}
