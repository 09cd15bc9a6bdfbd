extension Setting {
  /// Where it listens.
  public static let port = Setting(
    "port", .one("N"), default: "8080", help: "listen on this port; 0 takes a free one, prints it"
  )
  .withTwin()
  /// On which addresses it listens.
  public static let host = Setting(
    "host", .one("HOST"), help: "listen on this address instead of 127.0.0.1 and ::1"
  )
  .withTwin()
  /// All addresses, with a token.
  public static let lan = Setting(
    "lan", help: "listen on all addresses and ask admin calls for a token, which is printed"
  )
  .withTwin()
  /// How many threads answer.
  public static let workers = Setting(
    "workers", .one("N"), help: "answer on this many threads (default: one for each core)"
  )
  .withTwin()
  /// The folder of fixtures.
  public static let fixtures = Setting(
    "fixtures", .one("FOLDER"), default: "fixtures", help: "serve fixtures from this folder"
  )
  .withTwin()
  /// The longest body of a request.
  public static let maxBody = Setting(
    "max-body", .one("SIZE"), default: "64M", help: "refuse longer bodies with 413"
  )
  .withTwin()
  /// How long a request is held.
  public static let maxHold = Setting(
    "max-hold", .one("TIME"), help: "close held requests after this time (default: never)"
  )
  .withTwin()
  /// How long a connection may be silent.
  public static let idleTimeout = Setting(
    "idle-timeout", .one("TIME"), default: "60s", help: "close silent connections; 0 never does"
  )
  .withTwin()
  /// Where the admin API listens by itself.
  public static let adminPort = Setting(
    "admin-port", .one("N"), help: "serve the admin API on this port alone"
  )
  .withTwin()
  /// What admin calls must know.
  public static let adminToken = Setting(
    "admin-token", .one("TOKEN"), help: "ask admin calls for 'Authorization: Bearer TOKEN'"
  )
  .withTwin()
  /// Names under which the admin API may be called.
  public static let adminHost = Setting(
    "admin-host", .many("NAME"), help: "take admin calls under this host name too; repeatable"
  )
  .withTwin()
  /// Pages that may call the admin API.
  public static let adminOrigin = Setting(
    "admin-origin", .many("ORIGIN"), help: "take admin calls from this web origin too; repeatable"
  )
  .withTwin()
  /// What is written for each request.
  public static let log = Setting(
    "log", .one("json|text|off"), default: "text", help: "write a line for each request to stderr"
  )
  .withTwin()
  /// Answers without a trace of the daemon.
  public static let noMarkers = Setting(
    "no-markers", help: "leave Understudy-Route and Understudy-Variant out of answers"
  )
  .withTwin()
  /// How long a stop waits.
  public static let grace = Setting(
    "grace", .one("TIME"), default: "2s", help: "let replies under way finish when stopping"
  )
  .withTwin()
  /// What tells others that it serves.
  public static let readyFile = Setting(
    "ready-file", .one("PATH"), help: "write the base URL into this file once it serves"
  )
  .withTwin()

  /// The options of `serve`, in the order of its help.
  public static let serve: [Setting] = [
    port, host, lan, workers, fixtures, maxBody, maxHold, idleTimeout, adminPort, adminToken,
    adminHost, adminOrigin, log, noMarkers, grace, readyFile,
  ]

  /// The daemon that a command speaks to.
  public static let url = Setting(
    "url", .one("URL"), default: "http://localhost:8080", help: "speak to the daemon at this URL"
  )
  .withTwin()
  /// The token of that daemon; its twin is the one of ``adminToken``.
  public static let token = Setting(
    "token", .one("TOKEN"), help: "the token that its admin API asks for"
  )
  .withTwin("admin-token")

  /// The options of every command that speaks to a daemon.
  public static let connection: [Setting] = [url, token]
}
