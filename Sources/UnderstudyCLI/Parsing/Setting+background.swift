import UnderstudyAPI

extension Setting {
  /// What is handed on to a daemon that another command starts: how that tells that it serves is between
  /// the two.
  static let background = serve.filter { $0 != .readyDescriptor }

  /// A daemon that a service manager watches.
  static let foreground = Setting(
    "foreground",
    help: "stay in the foreground, as service managers want it")

  /// One daemon of several.
  static let daemonPort = Setting("port", .one("N"), help: "the daemon on this port")
  /// Every daemon.
  static let allDaemons = Setting("all", help: "every daemon in the background")
  /// An end without manners.
  static let kill = Setting("kill", help: "end it at once, whatever it is doing")
  /// How long an end may take.
  static let endWait = Setting(
    "wait", .one("TIME"), help: "wait so long for its end (default: its --grace, and 5s)")

  /// What is written to a log from now on.
  static let followLog = Setting(
    "follow", short: "-f", help: "go on with what is written, until interrupted (-f)")
  /// How much of a log.
  static let lines = Setting("lines", .one("N"), default: "50", help: "the newest N lines")
}
