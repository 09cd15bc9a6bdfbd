import UnderstudyAPI

/// The commands, and what each takes.
enum Command: String, CaseIterable {
  case serve, dev, check, routes, activate, restore, scenario, network, requests, verify, held
  case release, session, reset, cert
  case start, stop, restart, status, logs, service, wait, report
  case new, add
  case completions, man, version, help

  /// What follows the command's name besides options.
  var operands: String {
    switch self {
    case .activate: " ROUTE|GROUP.*|--all VARIANT"
    case .restore: " ROUTE|GROUP.*|--all"
    case .scenario: " [NAME|--off]"
    case .network: " [\(NetworkPreset.allCases.map(\.rawValue).joined(separator: "|"))]"
    case .requests: " [SEQ]"
    case .verify: " [ROUTE]"
    case .release: " SEQ|--route ROUTE|--all [VARIANT]"
    case .session: " [new|end ID]"
    case .cert: " [trust|untrust|renew]"
    case .service: " install|uninstall|status"
    case .new: " NAME"
    case .add: " route ID METHOD PATH"
    case .completions: " \(CompletionScript.Shell.names.joined(separator: "|"))"
    case .help: " [COMMAND]"
    default: ""
    }
  }

  /// How many operands it takes where no option of ``selectors`` stands for the first.
  var operandCount: ClosedRange<Int> {
    switch self {
    case .activate: 2...2
    case .restore, .service: 1...1
    case .release: 1...2
    case .session: 0...2
    case .scenario, .network, .requests, .verify, .cert, .help: 0...1
    case .new, .completions: 1...1
    case .add: 4...4
    default: 0...0
    }
  }

  /// The options that stand for its first operand.
  var selectors: [Setting] {
    switch self {
    case .activate, .restore: [.all]
    case .release: [.route, .allHeld]
    case .scenario: [.off]
    default: []
    }
  }

  /// What its first operand is, for a message that it is missing.
  var subject: String {
    switch self {
    case .release: "the number of a request, '--route' or '--all'"
    case .service: "'install', 'uninstall' or 'status'"
    case .new: "a name, such as 'Shop'"
    case .add: "'route' with an id, a method and a path"
    case .completions: "the name of a shell"
    default: "a route, a group or '--all'"
    }
  }

  /// Its options.
  var options: [Setting] {
    switch self {
    case .serve: Setting.serve
    case .dev: Setting.background + [.buildCommand, .binary, .watch]
    case .check: [.fixtures]
    case .routes: [.json] + Setting.sessionConnection
    case .activate: [.all, .requests, .seconds, .untilRoute, .drain] + Setting.sessionConnection
    case .restore: [.all, .drain] + Setting.sessionConnection
    case .scenario: [.off, .keepOverrides, .drain, .json] + Setting.sessionConnection
    case .network: [.drain, .json] + Setting.sessionConnection
    case .requests: Setting.journalFilter + [.follow, .limit, .json] + Setting.sessionConnection
    case .verify: Setting.verification + Setting.sessionConnection
    case .held: [.route, .count, .wait, .json] + Setting.sessionConnection
    case .release: [.route, .allHeld] + Setting.sessionConnection
    // A session is no part of another: its calls are for the daemon.
    case .session:
      [.sessionName, .ttl, .scenario, .ownPort, .idOnly, .urlOnly, .json] + Setting.connection
    case .reset: [.only] + Setting.sessionConnection
    case .cert: [.tlsName, .export, .exportFile, .alsoAuthority, .json]
    case .start: Setting.background + [.foreground]
    case .stop: [.daemonPort, .allDaemons, .kill, .endWait]
    case .restart: [.daemonPort] + Setting.background.filter { $0 != .port }
    case .status: [.json] + Setting.sessionConnection
    case .logs: [.followLog, .lines, .daemonPort]
    case .service: Setting.background
    // Health is no session's.
    case .wait: [.timeout] + Setting.connection
    case .report: [.format, .failOn] + Setting.sessionConnection
    case .new: [.folder, .understudy]
    case .add: [.newStatus, .newFixture, .newJSON, .routesFile]
    case .completions, .man, .version, .help: []
    }
  }
}
