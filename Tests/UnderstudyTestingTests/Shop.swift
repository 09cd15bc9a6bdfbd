import Understudy

/// What a small app calls.
enum Shop {
  static let catalog = Catalog(
    RouteGroup("users", path: "/users") {
      Route("users.list", .get, default: .json([["id": 1]]))
    },
    RouteGroup("items", path: "/items") {
      Route("items.list", .get, query: ["page": 1], default: .json(["items": [1, 2]]))
    })
}
