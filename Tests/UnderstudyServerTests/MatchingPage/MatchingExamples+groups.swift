import Understudy

extension MatchingExamples {
  static let groupText = """
    A rule decides whether a route takes a request; one that does not fit makes a miss. A requirement or
    a further answer decides what a route does with a request that it took: see
    [Routes](routes.md#requirements).
    """

  static let groups: [PageExample] = [
    PageExample(
      "Rules of a group",
      note: "`query:` and `headers:` of a group hold for all its routes, beside their own.",
      RouteGroup("partner", path: "/partner", query: ["v": 2], headers: ["X-Api-Key": .any]) {
        Route("partner.items", .get, "/items", query: ["page": 1], default: .json([]))
      },
      fits: PageRequest("GET /partner/items?page=1&v=2", "X-Api-Key: k-1"),
      misses: PageRequest("GET /partner/items?page=1")),
    PageExample(
      "A requirement",
      note:
        "`.bearer`, `.basic`, `.header(name, rule)`, `.cookie(name, rule)`, `.query(name, rule)`, a rule "
        + "of a body, or `.all(…)` of several.",
      RouteGroup("me", path: "/me", requires: .bearer("t-1"), otherwise: .unauthorized) {
        Route("me.profile", .get, "/profile", default: .json(["name": "Ada"]))
      },
      answers: [
        (PageRequest("GET /me/profile", "Authorization: Bearer t-1"), "me.profile, default"),
        (PageRequest("GET /me/profile"), "me.profile, unauthorized"),
      ]),
    PageExample(
      "A further answer",
      note: "The first that fits answers, in the order written.",
      RouteGroup("account") {
        Route(
          "account.login", .post, "/login", body: .form(["name": .any, "password": .any]),
          default: .json(["token": "t-1"])
        )
        .answering(.form(["name": .any, "password": "wrong"]), with: .unauthorized)
        .answering(.form(["name": "new", "password": .any]), with: .json(["welcome": true]))
      },
      answers: [
        (PageRequest("POST /login", body: "name=ada&password=s3cret"), "account.login, default"),
        (
          PageRequest("POST /login", body: "name=ada&password=wrong"),
          "account.login, unauthorized"
        ),
        (PageRequest("POST /login", body: "name=new&password=x"), "account.login, answer-2"),
      ]),
  ]
}
