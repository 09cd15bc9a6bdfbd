public import Understudy
public import UnderstudyAPI

extension MockControl {
  /// All routes: their rules, their variants, and what answers now.
  ///
  /// - Throws: ``MockError``.
  public func routes() async throws -> [RouteDescription] {
    try await connection.list(
      "routes", in: connection.call("GET", AdminPath.routes), RouteDescription.init(json:))
  }

  /// One route.
  ///
  /// - Throws: ``MockError``, where there is no such route too.
  public func route(_ id: RouteID) async throws -> RouteDescription {
    try await connection.read(
      connection.call("GET", AdminPath.route(id.rawValue.percentEncoded)),
      RouteDescription.init(json:))
  }
}
