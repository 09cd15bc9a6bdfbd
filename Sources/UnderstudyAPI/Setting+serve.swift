extension Setting {
  /// Where it listens.
  public static let port = twinned(
    "port", .one("N"), default: "8080",
    help: "serve on this port; 0 takes a free one, prints it; off none")
  /// Where it listens for HTTPS.
  public static let tlsPort = twinned(
    "tls-port", .one("N"), help: "serve HTTPS on this port too; 0 takes a free one, prints it")
  /// What it presents to clients that speak TLS.
  public static let tlsCert = twinned(
    "tls-cert", .many("FILE"),
    help: "present the certificate in this file (PEM, its chain too); repeatable")
  /// The key of that.
  public static let tlsKey = twinned(
    "tls-key", .many("FILE"), help: "the private key of the certificate (PEM); repeatable")
  /// Which certificates clients must have.
  public static let requireClientCert = twinned(
    "require-client-cert", .one("FILE"),
    help: "ask clients of HTTPS for a certificate that these signed; 'any' for any")
  /// On which addresses it listens.
  public static let host = twinned(
    "host", .one("HOST"), help: "listen on this address instead of 127.0.0.1 and ::1")
  /// All addresses, with a token.
  public static let lan = twinned(
    "lan", help: "listen on all addresses and ask admin calls for a token, which is printed")
  /// How many threads answer.
  public static let workers = twinned(
    "workers", .one("N"), help: "answer on this many threads (default: one for each core)")
  /// The folder of fixtures.
  public static let fixtures = twinned(
    "fixtures", .one("FOLDER"), default: "fixtures", help: "serve fixtures from this folder")
  /// The longest body of a request.
  public static let maxBody = twinned(
    "max-body", .one("SIZE"), default: "64M", help: "refuse longer bodies with 413")
  /// How long a request is held.
  public static let maxHold = twinned(
    "max-hold", .one("TIME"), help: "close held requests after this time (default: never)")
  /// How long a connection may be silent.
  public static let idleTimeout = twinned(
    "idle-timeout", .one("TIME"), default: "60s", help: "close silent connections; 0 never does")
  /// How long a request may take to come.
  public static let readTimeout = twinned(
    "read-timeout", .one("TIME"), default: "30s",
    help: "end requests that do not come to their end; 0 never does")
  /// How many connections there may be.
  public static let maxConnections = twinned(
    "max-connections", .one("N"),
    help: "refuse further connections with 503 (default: as many as descriptors allow)")
  /// How much memory there is.
  public static let memory = twinned(
    "memory", .one("SIZE"),
    help: "bound journal, bodies, connections for it (default: the container's limit)")
  /// Where the admin API listens by itself.
  public static let adminPort = twinned(
    "admin-port", .one("N"), help: "serve the admin API on this port alone")
  /// What admin calls must know.
  public static let adminToken = twinned(
    "admin-token", .one("TOKEN"), help: "ask admin calls for 'Authorization: Bearer TOKEN'")
  /// Names under which the admin API may be called.
  public static let adminHost = twinned(
    "admin-host", .many("NAME"), help: "take admin calls under this host name too; repeatable")
  /// Pages that may call the admin API.
  public static let adminOrigin = twinned(
    "admin-origin", .many("ORIGIN"), help: "take admin calls from this web origin too; repeatable")
  /// What is written for each request.
  public static let log = twinned(
    "log", .one("json|text|off"), default: "text", help: "write a line for each request to stderr")
  /// Answers without a trace of the daemon.
  public static let noMarkers = twinned(
    "no-markers", help: "leave Understudy-Route and Understudy-Variant out of answers")
  /// Answers without lines for pages of other origins.
  public static let noCORS = twinned(
    "no-cors", help: "leave CORS to the routes: no header lines for pages, no preflights")
  /// How many requests stay on record.
  public static let journal = twinned(
    "journal", .one("N"), default: "10000",
    help: "keep so many requests on record; 0 only counts them")
  /// How much memory the record takes.
  public static let journalSize = twinned(
    "journal-size", .one("SIZE"), default: "64M", help: "keep the record below this size")
  /// How much of each body is on record.
  public static let journalBody = twinned(
    "journal-body", .one("SIZE"), default: "64K",
    help: "keep so much of each body; its length and SHA-256 always")
  /// Header lines whose values are secret.
  public static let redact = twinned(
    "redact", .many("HEADER"), default: "Authorization,Cookie,Set-Cookie",
    help: "hide its values in log and events")
  /// How long a stop waits.
  public static let grace = twinned(
    "grace", .one("TIME"), default: "2s", help: "let replies under way finish when stopping")
  /// What tells others that it serves.
  public static let readyFile = twinned(
    "ready-file", .one("PATH"), help: "write the base URL into this file once it serves")

  /// What tells the program that has started it that it serves.
  public static let readyDescriptor = twinned(
    "ready-fd", .one("N"),
    help: "write a line of JSON to this descriptor once it serves, and close it")

  /// Where the log goes instead of standard error.
  public static let logFile = twinned(
    "log-file", .one("FILE"), help: "write the lines of --log into this file instead")
  /// How long that file may grow.
  public static let logSize = twinned(
    "log-size", .one("SIZE"), default: "10M",
    help: "begin it anew at this size; the one before stays, as FILE.1")

  /// The ports that sessions may have.
  public static let sessionPorts = twinned(
    "session-ports", .one("A-B"), help: "give sessions ports of this range (default: free ones)")
  /// Whether every request must belong to a session.
  public static let requireSession = twinned(
    "require-session", help: "refuse requests that belong to no session")
  /// How many sessions there may be.
  public static let maxSessions = twinned(
    "max-sessions", .one("N"), default: "10000", help: "refuse further sessions with 429")
  /// Where choices outlive the daemon.
  public static let state = twinned(
    "state", .one("FILE"), help: "keep choices, scenario and network in this file")

  /// The options of `serve`, in the order of its help.
  public static let serve: [Setting] = [
    port, tlsPort, tlsCert, tlsKey, tlsName, requireClientCert, host, lan, workers, fixtures,
    maxBody,
    maxHold, idleTimeout, readTimeout, maxConnections, memory,
    adminPort, adminToken, adminHost, adminOrigin, sessionPorts, requireSession, maxSessions, state,
    log, logFile, logSize, journal,
    journalSize, journalBody, redact, noMarkers, noCORS, grace, readyFile, readyDescriptor,
  ]

  /// The daemon that a command speaks to.
  public static let url = twinned(
    "url", .one("URL"), default: "http://localhost:8080", help: "speak to the daemon at this URL")
  /// The token of that daemon; its twin is the one of ``adminToken``.
  public static let token = Setting(
    "token", .one("TOKEN"), environment: adminToken.environment,
    help: "the token that its admin API asks for")

  /// Who has signed the certificate of that daemon.
  public static let cacert = twinned(
    "cacert", .one("FILE"),
    help: "trust what these have signed (PEM) (default: the CA of 'cert', here)"
  )

  /// The session that a command speaks for.
  public static let session = twinned(
    "session", .one("ID"), help: "speak for the session of this id or name")

  /// The options of every command that speaks to a daemon.
  public static let connection: [Setting] = [url, token, cacert]
  /// The options of every command that speaks for the base or for a session.
  public static let sessionConnection: [Setting] = connection + [session]
}
