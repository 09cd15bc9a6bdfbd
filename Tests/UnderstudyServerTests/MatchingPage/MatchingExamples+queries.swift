import Understudy

extension MatchingExamples {
  static let queryText = """
    Strict: the decoded pairs must be exactly those that the rules name, in any order. An unknown name,
    a missing one, a repeated one, or one without `=` is a miss. A route without `query:` takes no
    query. `+` and `%20` are both a space; names are decoded like values; only `&` separates; what is
    empty between two `&` is skipped. Values compare by their UTF-8 bytes, with case.
    """

  static let queries: [PageExample] = [
    PageExample(
      "Exact values",
      Route("items.page", .get, "/items", query: ["page": 1, "size": 20], default: .json([])),
      fits: PageRequest("GET /items?size=20&page=1"),
      misses: PageRequest("GET /items?page=1&sise=20")),
    PageExample(
      "Any value",
      note: "One, and an empty one too.",
      Route("items.search", .get, "/items", query: ["q": .any], default: .json([])),
      fits: PageRequest("GET /items?q=red+lamp"), misses: PageRequest("GET /items?q")),
    PageExample(
      "An optional pair",
      note: "Outermost: `.optional(.oneOf(…))`.",
      Route(
        "items.page", .get, "/items", query: ["page": .optional(.matching("[0-9]+"))],
        default: .json([])),
      fits: PageRequest("GET /items"), misses: PageRequest("GET /items?page=last")),
    PageExample(
      "One of several",
      Route(
        "items.sorted", .get, "/items", query: ["sort": .oneOf("name", "price")],
        default: .json([])),
      fits: PageRequest("GET /items?sort=price"), misses: PageRequest("GET /items?sort=Price")),
    PageExample(
      "A pattern",
      note:
        "PCRE2, in UTF-8; the whole value must fit. A pattern that takes too many steps is given "
        + "up, and `actual` is `pattern too costly`. One that cannot be compiled is a problem at start.",
      Route(
        "items.since", .get, "/items", query: ["since": .matching("\\d{4}-\\d\\d-\\d\\d")],
        default: .json([])),
      fits: PageRequest("GET /items?since=2026-11-30"),
      misses: PageRequest("GET /items?since=2026-11-3")),
    PageExample(
      "A name without a value",
      Route("items.new", .get, "/items", query: ["new": .flag], default: .json([])),
      fits: PageRequest("GET /items?new"), misses: PageRequest("GET /items?new=")),
    PageExample(
      "A repeated name",
      Route("items.page", .get, "/items", query: ["page": 1], default: .json([])),
      fits: PageRequest("GET /items?page=1"), misses: PageRequest("GET /items?page=1&page=1")),
    PageExample(
      "A list in order",
      note: "Other names may stand between.",
      Route("items.some", .get, "/items", query: ["id": [31, 7]], default: .json([])),
      fits: PageRequest("GET /items?id=31&id=7"), misses: PageRequest("GET /items?id=7&id=31")),
    PageExample(
      "A list in any order",
      Route(
        "items.some", .get, "/items", query: ["id": .listInAnyOrder([31, 7])], default: .json([])),
      fits: PageRequest("GET /items?id=7&id=31"), misses: PageRequest("GET /items?id=7&id=7")),
    PageExample(
      "Some pairs",
      note: "The others are free; `query: .ignored` takes any query at all.",
      Route(
        "items.tracked", .get, "/items", query: .containing(["page": 1]), default: .json([])),
      fits: PageRequest("GET /items?page=1&utm_source=mail"),
      misses: PageRequest("GET /items?utm_source=mail")),
  ]
}
