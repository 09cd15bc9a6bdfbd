import Understudy

extension MatchingExamples {
  static let precedenceText = """
    Only routes whose every rule fits compete. Of several templates the more literal wins, segment by
    segment from the left: a literal, then `{id:int}` and `{id:uuid}`, then `{name}.json`, then `{id}`,
    then `{rest...}`. Of routes with one template, the one with more conditions: each named query
    parameter, header and cookie, a host and each body rule counts one. Two routes of equal rank are a
    problem that `check` reports, unless some literal, flag or set of names keeps them apart for every
    request, or `.priority(1)` on one of them decides.
    """

  static let precedences: [PageExample] = [
    PageExample(
      "The more literal path",
      RouteGroup("items", path: "/items") {
        Route("items.detail", .get, "/{id}", default: .text("any"))
        Route("items.numbered", .get, "/{id:int}", default: .text("a number"))
        Route("items.new", .get, "/new", default: .text("new"))
      },
      answers: [
        (PageRequest("GET /items/new"), "items.new, default"),
        (PageRequest("GET /items/7"), "items.numbered, default"),
        (PageRequest("GET /items/seven"), "items.detail, default"),
      ]),
    PageExample(
      "More conditions",
      RouteGroup("items", path: "/items") {
        Route("items.list", .get, query: ["page": .any], default: .json([]))
        Route(
          "items.gold", .get, query: ["page": .any], headers: ["X-Plan": "gold"],
          default: .json([]))
      },
      answers: [
        (PageRequest("GET /items?page=1", "X-Plan: gold"), "items.gold, default"),
        (PageRequest("GET /items?page=1", "X-Plan: basic"), "items.list, default"),
      ]),
    PageExample(
      "A priority",
      RouteGroup("orders", path: "/orders") {
        Route("orders.lamp", .post, body: .jsonContaining(["item": 7]), default: .status(201))
        Route("orders.rush", .post, body: .jsonContaining(["rush": true]), default: .status(202))
          .priority(1)
      },
      answers: [
        (PageRequest("POST /orders", body: #"{"item":7,"rush":true}"#), "orders.rush, default"),
        (PageRequest("POST /orders", body: #"{"item":7}"#), "orders.lamp, default"),
      ]),
  ]
}
