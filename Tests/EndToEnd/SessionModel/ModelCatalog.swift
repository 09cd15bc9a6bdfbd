import Understudy

/// The routes that the clients of the model call: nested groups, sequences, draws, a login.
enum ModelCatalog {
  static let catalog = Catalog(
    RouteGroup("shop", path: "/shop", query: .ignored, failures: failure) {
      Route("shop.front", .get, default: .json(["at": "front", "news": [1, 2]]))
        .variant("sale", .json(["at": "sale"]))
      Route("shop.about", .get, "/about", default: .text("about")).without(.forbidden)
      RouteGroup("shop.items", path: "/items") {
        Route("shop.items.list", .get, default: .json(["items": [1, 2]]))
          .variant("sale", .json(["items": [7]]).status(206))
        Route("shop.items.steps", .get, "/steps", default: .json(["steps": [0]]))
          .variant("climb", .sequence(.status(201), .status(202), .fault(.reset), .default))
          .variant("round", .sequence(.status(201), .text("two"), .status(203), then: .loop))
        Route(
          "shop.items.draws", .get, "/draws",
          default: .weighted([.status(201): 5, .status(202): 3, .status(203): 2], seed: 7))
      }
    },
    RouteGroup("account", query: .ignored, failures: failure) {
      Route(
        "account.login", .post, "/login", body: .form(["name": .any]),
        default: .json(["token": "t-1"])
      )
      .answering(.form(["name": "nobody"]), with: .unauthorized)
      .activating(["me.*": .default])
      Route("account.refresh", .post, "/refresh", default: .json(["token": "t-1"]))
    },
    RouteGroup(
      "me", path: "/me", query: .ignored, requires: .bearer("t-1"), otherwise: .unauthorized,
      failures: failure
    ) {
      Route("me.profile", .get, "/profile", default: .json(["name": "Mara"]))
      Route("me.orders", .get, "/orders", default: .json(["orders": [1]]))
    },
    scenarios: [
      Scenario("logged out", ["me.*": .unauthorized]),
      Scenario(
        "closed", from: "logged out",
        [
          "shop.*": .maintenance, "shop.items.list": .empty, "account.*": .json(["closed": true]),
          "shop.about": .sequence(.status(213), .status(214), then: .loop),
        ]),
      Scenario("down", ["*": .offline, "shop.front": .default]),
    ])

  @Sendable private static func failure(_ failure: Failure) -> Outcome {
    .json(["error": .int(failure.status)])
  }
}
