import UnderstudyAPI

/// The commands, with all that parsing and help say about them.
enum Command: String, CaseIterable {
  case serve, check, routes, activate, restore, requests, reset, status, version, help

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .serve: "serve the routes; what happens without a command"
    case .check: "check routes and fixtures, and name everything that is wrong"
    case .routes: "list the routes, and what each answers with now"
    case .activate: "let a route, a group or all routes answer with a variant"
    case .restore: "take such a choice back"
    case .requests: "list the requests that came, or show one"
    case .reset: "put everything back to the start"
    case .status: "tell whether a daemon serves"
    case .version: "print the version"
    case .help: "explain a command"
    }
  }

  /// What follows the command's name besides options.
  var operands: String {
    switch self {
    case .activate: " ROUTE|GROUP.*|--all VARIANT"
    case .restore: " ROUTE|GROUP.*|--all"
    case .requests: " [SEQ]"
    case .help: " [COMMAND]"
    default: ""
    }
  }

  /// How many operands it takes, an option `--all` aside.
  var operandCount: ClosedRange<Int> {
    switch self {
    case .activate: 1...2
    case .restore, .requests, .help: 0...1
    default: 0...0
    }
  }

  /// Its options.
  var options: [Setting] {
    switch self {
    case .serve: Setting.serve
    case .check: [.fixtures]
    case .routes: [.json] + Setting.connection
    case .activate, .restore: [.all] + Setting.connection
    case .requests: [.follow, .unmatched, .route, .limit, .json] + Setting.connection
    case .reset: [.only] + Setting.connection
    case .status: Setting.connection
    case .version, .help: []
    }
  }

  /// What help says beyond the summary.
  var notes: [String] {
    switch self {
    case .serve:
      [
        "Stops on SIGTERM and SIGINT. TIME is 2, 2s or 500ms; SIZE is 65536, 512K, 64M or 1G.",
        "Each option has a twin in the environment: --admin-port is UNDERSTUDY_ADMIN_PORT.",
        "The command line wins over the environment. Commas part repeated values there.",
      ]
    case .routes:
      ["Without a daemon and without --url it lists the routes that this program would serve."]
    case .activate:
      [
        "understudy activate users.list serverError",
        "understudy activate 'items.*' offline",
        "understudy activate --all loading",
      ]
    case .restore: ["--all takes back every choice, of routes, groups and all."]
    case .requests:
      [
        "understudy requests --unmatched",
        "understudy requests --route users.list --follow",
        "understudy requests 7",
      ]
    case .check, .reset, .status, .version, .help: []
    }
  }
}

extension Setting {
  /// Output for programs.
  static let json = Setting("json", help: "print JSON")
  /// Every route instead of one.
  static let all = Setting("all", help: "choose for all routes")
  /// Requests as they come.
  static let follow = Setting("follow", help: "go on with those that come, until interrupted")
  /// Requests that no route took.
  static let unmatched = Setting("unmatched", help: "only those that no route took")
  /// Requests of one route.
  static let route = Setting("route", .one("ROUTE"), help: "only those that this route took")
  /// How many requests.
  static let limit = Setting("limit", .one("N"), default: "20", help: "the newest N")
  /// Parts instead of everything.
  static let only = Setting(
    "only", .one("PART,..."),
    help: "only these: \(ResetRequest.Part.allCases.map(\.rawValue).joined(separator: ", "))")
}
