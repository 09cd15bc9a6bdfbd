import Testing
import Understudy

@Suite("Cases of queries")
struct QueryCaseTests {
  static let catalog = Catalog(
    RouteGroup("c") {
      Route("c.q01", .get, "/api/v1/search", query: ["q": "this is a test"], default: .status(200))
      Route("c.q02", .get, "/list", query: ["sort": "+rank"], default: .status(200))
      Route("c.q06", .get, "/", query: .ignored, default: .status(200))
      Route("c.q07", .get, "/balance", query: ["request": "status"], default: .status(200))
      Route(
        "c.q08", .get, "/vars", query: ["ids": ["31", "7", "902"], "d": "2030-01-01"],
        default: .status(200))
      Route("c.q09", .get, "/item", query: ["new": ""], default: .status(200))
      Route("c.q09flag", .get, "/flag", query: ["new": .flag], default: .status(200))
      Route("c.q10", .get, "/firms", query: ["account": "42"], default: .status(200))
      Route(
        "c.q10free", .get, "/free", query: .containing(["account": "42"]), default: .status(200))
      Route("c.q12", .get, "/pet", query: ["tag[]": ["3", "4"]], default: .status(200))
      Route(
        "c.q13", .get, "/odata", query: ["$filter": #"{"k": "v"}"#, "u": "ab/12?x"],
        default: .status(200))
      Route("c.q15", .get, "/s", query: ["a": "", "b": "2"], default: .status(200))
      Route(
        "c.q16", .get, "/m", query: ["Type": "*T1,*T2", "p": "NEGATIVE"], default: .status(200))
      Route("c.q16all", .get, "/m", query: ["Type": "*T1,*T2", "p": "ALL"], default: .status(200))
      Route("c.q16path", .get, "/v1/a.b(c)", default: .status(200))
      Route(
        "c.q18", .get, "/records", query: ["sort": "name desc", "f": "2024-01-01"],
        default: .status(200))
      Route(
        "c.q19", .get, "/2.1/search", query: ["tagged": "python;ruby", "site": "so"],
        default: .status(200))
    })

  @Test(
    .bug(id: "Q01"), .bug(id: "Q02"), .bug(id: "Q06"), .bug(id: "Q07"), .bug(id: "Q08"),
    .bug(id: "Q09"), .bug(id: "Q10"), .bug(id: "Q12"), .bug(id: "Q13"), .bug(id: "Q15"),
    .bug(id: "Q16"), .bug(id: "Q18"), .bug(id: "Q19"),
    arguments: [
      WireCase("Q01", "GET /api/v1/search?q=this+is+a+test", query: [["q", "this is a test"]]),
      WireCase(
        "Q01", "GET /api/v1/search?q=this%20is%20a%20test", query: [["q", "this is a test"]]),
      WireCase("Q02", "GET /list?sort=%2Brank", query: [["sort", "+rank"]]),
      WireCase("Q02", "GET /list?sort=+rank", differs: ["query sort: +rank <>  rank"]),
      WireCase("Q06", "GET /?q=1&q=1&q=2", query: [["q", "1"], ["q", "1"], ["q", "2"]]),
      WireCase("Q07", "GET /balance?request=status"),
      WireCase(
        "Q07", "GET /balance?request=status&request=status",
        query: [["request", "status"], ["request", "status"]],
        differs: [#"query request: status <> "status", "status""#]),
      WireCase("Q08", "GET /vars?ids=31&ids=7&ids=902&d=2030-01-01"),
      WireCase("Q08", "GET /vars?d=2030-01-01&ids=31&ids=7&ids=902"),
      WireCase(
        "Q08", "GET /vars?ids=7&ids=31&ids=902&d=2030-01-01",
        differs: [#"query ids: "31", "7", "902" <> "7", "31", "902""#]),
      WireCase(
        "Q08", "GET /vars?ids=31&d=2030-01-01",
        differs: [#"query ids: "31", "7", "902" <> 31"#]),
      WireCase(
        "Q09", "GET /item?new", query: [["new", nil]],
        differs: [#"query new: "" <> a name without '='"#]),
      WireCase("Q09", "GET /item?new=", query: [["new", ""]]),
      WireCase("Q09", "GET /item", query: [], differs: [#"query new: "" <> nil"#]),
      WireCase("Q09", "GET /item?new=1", differs: [#"query new: "" <> 1"#]),
      WireCase("Q09", "GET /flag?new", by: "q09flag"),
      WireCase("Q10", "GET /firms?account=42&extra=1", differs: ["query extra: nil <> 1"]),
      WireCase("Q10", "GET /free?account=42&extra=1", by: "q10free"),
      WireCase("Q12", "GET /pet?tag%5B%5D=3&tag%5B%5D=4"),
      WireCase("Q12", "GET /pet?tag[]=3&tag[]=4"),
      WireCase(
        "Q12", "GET /pet?tag=3&tag=4",
        differs: [#"query tag[]: "3", "4" <> nil"#, #"query tag: nil <> "3", "4""#]),
      WireCase("Q13", "GET /odata?%24filter=%7B%22k%22%3A+%22v%22%7D&u=ab%2F12%3Fx"),
      WireCase("Q13", "GET /odata?$filter=%7B%22k%22:%20%22v%22%7D&u=ab/12?x"),
      WireCase("Q15", "GET /s?a=&b=2"),
      WireCase("Q15", "GET /s?b=2&a="),
      WireCase("Q15", "GET /s?a=&b=2&"),
      WireCase("Q15", "GET /s?&a=&&b=2"),
      WireCase("Q16", "GET /m?Type=*T1,*T2&p=NEGATIVE"),
      WireCase("Q16", "GET /m?Type=*T1,*T2&p=ALL", by: "q16all"),
      WireCase(
        "Q16", "GET /m?Type=xT1,yT2&p=NEGATIVE",
        differs: ["query Type: *T1,*T2 <> xT1,yT2"]),
      WireCase("Q16", "GET /v1/a.b(c)", by: "q16path"),
      WireCase("Q16", "GET /v1/aXb(c)", differs: ["path -: /v1/a.b(c) <> /v1/aXb(c)"]),
      WireCase(
        "Q18", "GET /records?sort=name+desc&f=2024-01-02",
        differs: ["query f: 2024-01-01 <> 2024-01-02"]),
      WireCase(
        "Q18", "GET /records?sort=name+desc&f=%22%27%3C%0A%F0%9F%9A%B2",
        differs: ["query f: 2024-01-01 <> \"'<\n🚲"]),
      WireCase("Q19", "GET /2.1/search?tagged=python;ruby&site=so"),
      WireCase("Q19", "GET /2.1/search?tagged=python%3Bruby&site=so"),
      WireCase(
        "Q19", "GET /2.1/search?tagged=python&ruby&site=so",
        differs: [
          "query tagged: python;ruby <> python", "query ruby: nil <> a name without '='",
        ]),
    ])
  func `are decided by decoded pairs, and on record as they came`(_ example: WireCase) throws {
    try example.check(Self.catalog)
  }
}
