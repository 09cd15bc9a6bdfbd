import Testing
import Understudy
import UnderstudyEngine

@Suite("A literal query")
struct QueryTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var id: String, rules: QueryRules, query: String, fits: Bool
    var testDescription: String { "\(id): \(query) \(fits ? "fits" : "does not fit")" }
  }

  @Test(arguments: [
    Example(id: "Q01", rules: ["q": "this is a test"], query: "?q=this+is+a+test", fits: true),
    Example(
      id: "Q01", rules: ["q": "this is a test"], query: "?q=this%20is%20a%20test", fits: true),
    Example(id: "Q02", rules: ["sort": "+rank"], query: "?sort=%2Brank", fits: true),
    Example(id: "Q02", rules: ["sort": "+rank"], query: "?sort=+rank", fits: false),
    Example(
      id: "Q07", rules: ["request": "status"], query: "?request=status&request=status", fits: false),
    Example(id: "Q07", rules: ["request": "status"], query: "?request=status", fits: true),
    Example(id: "Q09", rules: ["new": ""], query: "?new", fits: false),
    Example(id: "Q09", rules: ["new": ""], query: "?new=", fits: true),
    Example(id: "Q09", rules: ["new": ""], query: "", fits: false),
    Example(id: "Q09", rules: ["new": ""], query: "?new=1", fits: false),
    Example(id: "Q10", rules: ["account": "42"], query: "?account=42&extra=1", fits: false),
    Example(id: "Q10", rules: .ignored, query: "?account=42&extra=1", fits: true),
    Example(id: "Q12", rules: ["tag[]": "3"], query: "?tag%5B%5D=3", fits: true),
    Example(id: "Q12", rules: ["tag[]": "3"], query: "?tag[]=3", fits: true),
    Example(id: "Q12", rules: ["tag[]": "3"], query: "?tag=3", fits: false),
    Example(
      id: "Q13", rules: ["$filter": "{\"k\": \"v\"}", "u": "ab/12?x"],
      query: "?%24filter=%7B%22k%22%3A+%22v%22%7D&u=ab%2F12%3Fx", fits: true),
    Example(
      id: "Q13", rules: ["$filter": "{\"k\": \"v\"}", "u": "ab/12?x"],
      query: "?$filter=%7B%22k%22:%20%22v%22%7D&u=ab/12?x", fits: true),
    Example(id: "Q15", rules: ["a": "", "b": 2], query: "?a=&b=2", fits: true),
    Example(id: "Q15", rules: ["a": "", "b": 2], query: "?b=2&a=", fits: true),
    Example(id: "Q15", rules: ["a": "", "b": 2], query: "?a=&b=2&", fits: true),
    Example(id: "Q15", rules: ["a": "", "b": 2], query: "?&a=&&b=2", fits: true),
    Example(id: "Q16", rules: ["Type": "*T1,*T2"], query: "?Type=*T1,*T2", fits: true),
    Example(id: "Q16", rules: ["Type": "*T1,*T2"], query: "?Type=xT1,yT2", fits: false),
    Example(
      id: "Q19", rules: ["tagged": "python;ruby", "site": "so"],
      query: "?tagged=python;ruby&site=so", fits: true),
    Example(
      id: "Q19", rules: ["tagged": "python;ruby", "site": "so"],
      query: "?tagged=python%3Bruby&site=so", fits: true),
    Example(
      id: "Q19", rules: ["tagged": "python;ruby", "site": "so"],
      query: "?tagged=python&ruby&site=so", fits: false),
    Example(id: "none", rules: .none, query: "", fits: true),
    Example(id: "none", rules: .none, query: "?", fits: true),
    Example(id: "none", rules: .none, query: "?&&", fits: true),
    Example(id: "none", rules: .none, query: "?a", fits: false),
  ])
  func `takes exactly its pairs`(_ example: Example) throws {
    let group = RouteGroup("r") {
      Route("r.one", .get, "/s", query: example.rules, default: .status(200))
    }

    let match = Router(Catalog(group).routes).match(try request("/s\(example.query)"))

    #expect((match != nil) == example.fits)
  }

  @Test func `ranks routes of one path by their conditions`() throws {
    let group = RouteGroup("r") {
      Route("r.any", .get, "/s", query: .ignored, default: .status(200))
      Route("r.page", .get, "/s", query: ["page": 1], default: .status(200))
    }
    let router = Router(Catalog(group).routes)

    #expect(try router.match(request("/s?page=1")) == 1)
    #expect(try router.match(request("/s?page=2")) == 0)
  }
}
