public import Understudy

extension RouteID {
  /// `GET /api/v1/items/overview`: counts and highlights.
  public static let itemsOverview: RouteID = "items.overview"
  /// `GET /api/v1/items/{itemId}`: one item.
  public static let itemsDetail: RouteID = "items.detail"
  /// `GET /assets/{rest...}`: the pictures that items name.
  public static let itemsAssets: RouteID = "items.assets"

  /// `GET /api/v1/items?page=N&size=20`: a page of items, N from 1 to 3.
  public static func itemsPage(_ number: Int) -> RouteID {
    RouteID(rawValue: "items.page\(number)")
  }
}

extension Variant {
  /// Nothing left, and a date from which there will be.
  public static let soldOut: Variant = "soldOut"
}

/// A shop: pages, details and pictures, with snake_case keys and ISO 8601 dates.
let items = RouteGroup("items") {
  Route(.itemsOverview, .get, "/api/v1/items/overview", default: .fixture("items/overview.json"))

  for page in 1...3 {
    Route(
      .itemsPage(page), .get, "/api/v1/items", query: ["page": .equals("\(page)"), "size": 20],
      default: .fixture("items/pages/\(page).json"))
  }

  Route(
    .itemsDetail, .get, "/api/v1/items/{itemId}",
    default: .fixture("items/{itemId}.json", ifMissing: .variant(.notFound))
  )
  .variant(.soldOut, .patched(["/stock": 0, "/available_from": "2027-03-01T09:00:00Z"]))

  Route(
    .itemsAssets, .get, "/assets/{rest...}",
    default: .fixture("assets/{rest}", ifMissing: .status(404))
  )
  .without(.unauthorized)
}
