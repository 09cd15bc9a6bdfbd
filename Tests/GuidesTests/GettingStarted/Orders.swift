public import Understudy

extension RouteID {
  /// `GET /orders`: all orders.
  public static let ordersList: RouteID = "orders.list"
}

let orders = RouteGroup("orders", path: "/orders") {
  Route(.ordersList, .get, default: .fixture("orders/list.json"))
  Route("orders.create", .post, default: .json(["id": 1]).status(201))
}
