import Understudy

extension MatchingExamples {
  static let headerText = """
    Header lines and cookies that a route names must fit, others are free. Values are those of a query,
    and `.token`, `.bearer` and `.basic`. Names of headers compare without case, names of cookies and all values with it.
    Several lines of one name count as one, joined by `, ` (RFC 9110, 5.3); for a list each line is a
    value. A field that may stand there once (`Authorization`, `Content-Type`, `Host`, …) is a miss where
    it stands there twice. Quotes around the value of a cookie are part of it.
    """

  static let headers: [PageExample] = [
    PageExample(
      "A header",
      Route("me.profile", .get, "/me", headers: ["X-Api-Key": "k-1"], default: .json([:])),
      fits: PageRequest("GET /me", "x-api-key: k-1"),
      misses: PageRequest("GET /me", "X-Api-Key: K-1")),
    PageExample(
      "A member of a list",
      note: "In all lines of the name, without case and parameters.",
      Route(
        "me.greeting", .get, "/me", headers: ["Accept-Language": .token("mi")],
        default: .text("Kia ora")),
      fits: PageRequest("GET /me", "Accept-Language: en, mi;q=0.8"),
      misses: PageRequest("GET /me", "Accept-Language: en")),
    PageExample(
      "A bearer token",
      note:
        "The scheme compares without case. A route that should answer 401 instead of missing has "
        + "a [requirement](#a-requirement).",
      Route(
        "me.profile", .get, "/me", headers: ["Authorization": .bearer("t-1")],
        default: .json([:])),
      fits: PageRequest("GET /me", "Authorization: bearer t-1"),
      misses: PageRequest("GET /me", "Authorization: t-1")),
    PageExample(
      "User and password",
      Route(
        "me.profile", .get, "/me", headers: ["Authorization": .basic("ada", "secret")],
        default: .json([:])),
      fits: PageRequest("GET /me", "Authorization: Basic YWRhOnNlY3JldA=="),
      misses: PageRequest("GET /me", "Authorization: Basic YWRhOndyb25n")),
    PageExample(
      "A cookie",
      Route("me.cart", .get, "/cart", cookies: ["sid": .any], default: .json([])),
      fits: PageRequest("GET /cart", "Cookie: theme=dark; sid=s-1"),
      misses: PageRequest("GET /cart", "Cookie: theme=dark; SID=s-1")),
    PageExample(
      "A host",
      note:
        "Without case. A rule without a port takes every port; `\"api.example.test:8080\"` takes that "
        + "one. The host of a whole URL as target stands above the header (RFC 9112, 3.2.2).",
      Route("status.api", .get, "/status", host: "api.example.test", default: .text("up")),
      fits: PageRequest("GET /status", "Host: API.Example.test:8080"),
      misses: PageRequest("GET /status", "Host: www.example.test")),
  ]
}
