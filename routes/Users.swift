public import Understudy

extension RouteID {
  /// `GET /users`: all users.
  public static let usersList: RouteID = "users.list"
  /// `GET /users/{id}`: one user.
  public static let usersDetail: RouteID = "users.detail"
}

extension Variant {
  /// Fails twice, then answers: what a client that tries again must get over.
  public static let flaky: Variant = "flaky"
}

/// The people of the app: ten invented ones.
let users = RouteGroup("users", path: "/users") {
  Route(.usersList, .get, default: .fixture("users/list.json"))
    .variant(.flaky, .sequence(.status(503), .status(503), .default))

  Route(
    .usersDetail, .get, "/{id}",
    default: .fixture("users/{id}.json", ifMissing: .variant(.notFound)))
}
