import Understudy

/// What a small app calls.
enum Shop {
  static let catalog = Catalog(
    RouteGroup("users", path: "/users") {
      Route(.usersList, .get, default: .json([["id": 1], ["id": 2]]))
        .variant("flaky", .sequence(.status(503), .default))
      Route(.usersDetail, .get, "/{id}", default: .json(["id": "{{path.id}}"]))
      Route(.usersCreate, .post, default: .json(["id": 3]).status(201))
    },
    RouteGroup("items", path: "/items") {
      Route("items.list", .get, query: ["page": 1], default: .json(["items": [1, 2]]))
      Route("items.moved", .get, "/moved", default: .redirect(to: "/users"))
    },
    scenarios: [Scenario("logged out", ["users.*": .unauthorized])])
}

extension RouteID {
  static let usersList: RouteID = "users.list"
  static let usersDetail: RouteID = "users.detail"
  static let usersCreate: RouteID = "users.create"
}
