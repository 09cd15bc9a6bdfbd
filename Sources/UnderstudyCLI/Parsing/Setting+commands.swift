import UnderstudyAPI

extension Setting {
  /// Output for programs.
  static let json = Setting("json", help: "print JSON")
  /// The requests of one route.
  static let route = Setting("route", .one("ROUTE"), help: "only those that this route took")

  /// Every route instead of one.
  static let all = Setting("all", help: "choose for all routes")
  /// The end of a choice by a count.
  static let requests = Setting(
    "requests", .one("N"), help: "end the choice after it has answered N requests")
  /// The end of a choice by time.
  static let seconds = Setting("seconds", .one("N"), help: "end the choice after N seconds")
  /// The end of a choice by a route.
  static let untilRoute = Setting(
    "until-route", .one("ROUTE"), help: "end the choice once this route is called")
  /// A barrier.
  static let drain = Setting("drain", help: "wait until all requests that began before have ended")

  /// No scenario.
  static let off = Setting("off", help: "choose none")
  /// A scenario below what is chosen.
  static let keepOverrides = Setting(
    "keep-overrides", help: "leave the choices that were made on top of it")

  /// Requests as they come.
  static let follow = Setting("follow", help: "go on with those that come, until interrupted")
  /// Requests of one variant.
  static let variant = Setting(
    "variant", .one("VARIANT"), help: "only those that were answered with this variant")
  /// Requests of one status.
  static let status = Setting("status", .one("N"), help: "only those that were answered so")
  /// Requests of one method.
  static let method = Setting("method", .one("METHOD"), help: "only those of this method")
  /// Requests to one path.
  static let path = Setting(
    "path", .one("PATH"), help: "only those with this path, or of this template: /users/{id}")
  /// Requests with a query.
  static let query = Setting(
    "query", .many("NAME=VALUE"), help: "only those whose query has this pair; repeatable")
  /// Requests that ended alike.
  static let ending = Setting(
    "ending", .one("ENDING"), help: "only those that ended so: \(endings.joined(separator: ", "))")
  /// How requests end.
  static let endings = [
    "completed", "cancelled", "reset", "closed", "refused", "incomplete", "dropped", "failed",
  ]
  /// Requests that no route took.
  static let unmatched = Setting("unmatched", help: "only those that no route took")
  /// How many requests.
  static let limit = Setting("limit", .one("N"), default: "20", help: "the newest N")

  /// How many requests there must be.
  static let exactly = Setting("exactly", .one("N"), help: "expect so many, no more and no less")
  /// How many requests there must be at least.
  static let atLeast = Setting(
    "at-least", .one("N"), help: "expect so many or more (default: 1)")
  /// How many requests there may be.
  static let atMost = Setting("at-most", .one("N"), help: "expect so many or less")
  /// How long it may take until it is so.
  static let within = Setting("within", .one("TIME"), help: "wait so long until it is so")
  /// How long it must stay so.
  static let settle = Setting("settle", .one("TIME"), help: "and see that it stays so for so long")
  /// What requests must be.
  static let fitting = Setting(
    "where", .one("JSON"), help: "count those that fit these rules: {\"headers\": {\"X-A\": \"1\"}}"
  )
  /// In which order they must come.
  static let order = Setting(
    "order", .one("ROUTE,..."), help: "expect these one after another, instead of a number")

  /// How many held requests there shall be.
  static let count = Setting("count", .one("N"), help: "exit with 1 where there are fewer than N")
  /// How long there may be fewer.
  static let wait = Setting(
    "wait", .one("TIME"), help: "wait so long for one, or for as many as --count says")
  /// Every held request instead of one.
  static let allHeld = Setting("all", help: "all that are held")

  /// What a session is called.
  static let sessionName = Setting("name", .one("NAME"), help: "call it by this name")
  /// How long a session may be idle.
  static let ttl = Setting(
    "ttl", .one("TIME"), default: "1800s", help: "end it when it was idle for so long")
  /// What a session begins with.
  static let scenario = Setting("scenario", .one("NAME"), help: "begin it with this scenario")
  /// A door of its own.
  static let ownPort = Setting("port", help: "give it a port of its own")
  /// Output for scripts.
  static let idOnly = Setting("id-only", help: "print its id and nothing else")
  /// Output for scripts that set a base URL.
  static let urlOnly = Setting("url-only", help: "print its base URL and nothing else")

  /// Where a package is made.
  static let folder = Setting(
    "path", .one("FOLDER"), help: "make it in this folder (default: one of its name, here)")
  /// What a package depends on.
  static let understudy = Setting(
    "understudy", .one("FOLDER|URL"),
    help: "depend on this checkout or repository (default: what this program was built from)")

  /// What a new route answers with.
  static let newStatus = Setting("status", .one("N"), help: "answer with this status")
  /// The file that a new route serves.
  static let newFixture = Setting(
    "fixture", .one("FILE"),
    help: "serve this file of the fixtures (default: one that is named after the route)")
  /// The JSON that a new route serves.
  static let newJSON = Setting("json", .one("TEXT"), help: "answer with this JSON")
  /// Where a new route is written.
  static let routesFile = Setting(
    "file", .one("FILE"),
    help: "write it into this file (default: the group's own, such as routes/Users.swift)")

  /// The CA as a file for others.
  static let export = Setting(
    "export", .one("pem|der|mobileconfig"), help: "print the CA's certificate in this form")
  /// Where that file is.
  static let exportFile = Setting("output", .one("FILE"), help: "write it there instead")
  /// The CA besides the leaf.
  static let alsoAuthority = Setting("ca", help: "make the CA anew too")

  /// How the package is built.
  static let buildCommand = Setting(
    "build", .one("COMMAND"), help: "build with this command of a shell instead of 'swift build'")
  /// What is built.
  static let binary = Setting(
    "binary", .one("FILE"), help: "serve with the program that the build puts there")
  /// What else it is made of.
  static let watch = Setting(
    "watch", .many("FOLDER"), help: "build when something in this folder changes too; repeatable")

  /// Parts instead of everything.
  static let only = Setting(
    "only", .one("PART,..."),
    help: "only these: \(ResetRequest.Part.allCases.map(\.rawValue).joined(separator: ", "))")

  /// The options by which `requests` chooses, as the admin API does.
  static let journalFilter: [Setting] = [
    route, variant, status, method, path, query, ending, unmatched,
  ]

  /// The options of `verify`.
  static let verification: [Setting] = [
    exactly, atLeast, atMost, within, settle, method, path, fitting, order, unmatched, json,
  ]
}
