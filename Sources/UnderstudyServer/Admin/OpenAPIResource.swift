import UnderstudyAPI

/// `GET /__admin/openapi.json`: the description of the admin API.
enum OpenAPIResource: AdminResource {
  static let path = ["openapi.json"]
  static let methods = ["GET"]
  static let reach = AdminReach.daemon

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    .json(OpenAPI.document)
  }
}
