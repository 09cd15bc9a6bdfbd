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
  /// Requests that no route took.
  static let unmatched = Setting("unmatched", help: "only those that no route took")
  /// How many requests.
  static let limit = Setting("limit", .one("N"), default: "20", help: "the newest N")

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
}
