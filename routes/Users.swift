public import Understudy

extension RouteID {
  /// `GET /users`: all users.
  public static let usersList: RouteID = "users.list"
  /// `GET /users/{id}`: one user.
  public static let usersDetail: RouteID = "users.detail"
}

/// The people of the app: ten invented ones.
let users = RouteGroup("users", path: "/users") {
  Route(.usersList, .get, default: .fixture("users/list.json"))
    .variant("flaky", .sequence(.status(503), .status(503), .default))

  Route(
    .usersDetail, .get, "/{id}",
    default: .fixture("users/{id}.json", ifMissing: .status(404)))
}
