/// A route of ``ModelCatalog`` in the model's own words.
struct ModelRoute: Sendable {
  var id: String
  var method = "GET"
  var path: String
  /// What it does, by variant.
  var outcomes: [String: ModelOutcome]
  /// The groups that it is in, the innermost first.
  var groups: [String]

  /// The names by which a choice reaches it; of several choices, the one of the first name decides.
  var selectors: [String] { [id] + groups.map { "\($0).*" } + ["*"] }

  private init(
    _ id: String, method: String = "GET", _ path: String, in groups: String...,
    default body: ModelOutcome, empty: String? = nil, without dropped: [String] = [],
    _ own: [String: ModelOutcome] = [:]
  ) {
    self.id = id
    self.method = method
    self.path = path
    self.groups = groups
    outcomes = Self.failures.mapValues { .answer($0, #"{"error":\#($0)}"#) }
    outcomes["default"] = body
    outcomes["offline"] = .reset
    if let empty { outcomes["empty"] = .answer(200, empty) }
    outcomes.merge(own) { $1 }
    for name in dropped { outcomes[name] = nil }
  }

  private static let failures = [
    "unauthorized": 401, "forbidden": 403, "notFound": 404, "rateLimited": 429,
    "serverError": 500, "maintenance": 503,
  ]

  static let all = [
    ModelRoute(
      "shop.front", "/shop", in: "shop", default: .answer(200, #"{"at":"front","news":[1,2]}"#),
      empty: #"{"at":"front","news":[]}"#, ["sale": .answer(200, #"{"at":"sale"}"#)]),
    ModelRoute(
      "shop.about", "/shop/about", in: "shop", default: .answer(200, "about"),
      without: ["forbidden"]),
    ModelRoute(
      "shop.items.list", "/shop/items", in: "shop.items", "shop",
      default: .answer(200, #"{"items":[1,2]}"#), empty: #"{"items":[]}"#,
      ["sale": .answer(206, #"{"items":[7]}"#)]),
    ModelRoute(
      "shop.items.steps", "/shop/items/steps", in: "shop.items", "shop",
      default: .answer(200, #"{"steps":[0]}"#), empty: #"{"steps":[]}"#,
      [
        "climb": .steps(
          [.answer(201, ""), .answer(202, ""), .reset, .answer(200, #"{"steps":[0]}"#)],
          loops: false),
        "round": .steps([.answer(201, ""), .answer(200, "two"), .answer(203, "")], loops: true),
      ]),
    ModelRoute("shop.items.draws", "/shop/items/draws", in: "shop.items", "shop", default: .draw),
    ModelRoute(
      "account.login", method: "POST", "/login", in: "account",
      default: .answer(200, #"{"token":"t-1"}"#),
      empty: #"{"token":"t-1"}"#),
    ModelRoute(
      "account.refresh", method: "POST", "/refresh", in: "account",
      default: .answer(200, #"{"token":"t-1"}"#), empty: #"{"token":"t-1"}"#),
    ModelRoute(
      "me.profile", "/me/profile", in: "me", default: .answer(200, #"{"name":"Mara"}"#),
      empty: #"{"name":"Mara"}"#),
    ModelRoute(
      "me.orders", "/me/orders", in: "me", default: .answer(200, #"{"orders":[1]}"#),
      empty: #"{"orders":[]}"#),
  ]

  /// The names by which choices can be made.
  static let selectors = ["*", "shop.*", "shop.items.*", "account.*", "me.*"] + all.map(\.id)

  /// The routes that a name reaches.
  static func reached(by selector: String) -> [ModelRoute] {
    all.filter { $0.selectors.contains(selector) }
  }

  /// What each scenario chooses, inherited choices and all.
  static let scenarios: [String: [String: ModelChoice]] = [
    "logged out": ["me.*": .variant("unauthorized")],
    "closed": [
      "me.*": .variant("unauthorized"), "shop.*": .variant("maintenance"),
      "shop.items.list": .variant("empty"),
      "account.*": .outcome(.answer(200, #"{"closed":true}"#)),
      "shop.about": .outcome(.steps([.answer(213, ""), .answer(214, "")], loops: true)),
    ],
    "down": ["*": .variant("offline"), "shop.front": .variant("default")],
  ]
}

/// What is done with a request.
indirect enum ModelOutcome: Sendable {
  /// A status and a body.
  case answer(Int, String)
  /// A reset before a byte.
  case reset
  /// One step for each request.
  case steps([ModelOutcome], loops: Bool)
  /// A draw, of which the model knows the number alone: it is the same in every world.
  case draw
}

/// What can be chosen for routes.
enum ModelChoice: Sendable {
  case variant(String)
  case outcome(ModelOutcome)

  /// What it does on a route; nil where the route lacks the variant.
  func outcome(on route: ModelRoute) -> ModelOutcome? {
    switch self {
    case .variant(let name): route.outcomes[name]
    case .outcome(let outcome): outcome
    }
  }

  /// The variant that markers, journal and listings show.
  var name: String {
    switch self {
    case .variant(let name): name
    case .outcome: "outcome"
    }
  }
}
