package import GnuTLS
public import Platform

extension MockServer {
  /// How a daemon serves; the defaults are those of `understudy serve`.
  public struct Settings: Sendable {
    /// The port of the mocks; 0 takes a free one.
    public var port = 8080
    /// Whether it serves HTTP without TLS; without it, there must be a ``tlsPort``.
    public var servesPlain = true
    /// The port of the mocks with TLS; 0 takes a free one, nil speaks none.
    package var tlsPort: Int?
    /// Who has the certificates; must be there where there is a ``tlsPort``.
    package var identities: (any IdentitySource)?
    /// Which certificates clients must have that speak TLS; nil asks for none.
    package var clients: ClientTrust?
    /// The name or address to listen on; nil is 127.0.0.1 and ::1.
    public var host: String?
    /// Whether it listens on all addresses, with an admin token.
    public var isOpenToLAN = false
    /// How many threads answer; nil is one a core.
    public var workers: Int?
    /// The longest body of a request, in bytes; nil is 64 MiB, or less where ``memory`` is little.
    public var maxBody: Int?
    /// How long a request is held; nil is until somebody releases it.
    public var maxHold: Duration?
    /// How long a connection may be silent.
    public var idleTimeout: Duration = .seconds(60)
    /// How long a head may take to come, and a body that stands still or drips; zero is for ever.
    public var readTimeout: Duration = .seconds(30)
    /// How many connections there may be; nil is as many as the process may have descriptors for, or
    /// fewer where ``memory`` is little.
    public var maxConnections: Int?
    /// How much memory there may be, in bytes; nil is what the process's control group may have.
    public var memory: Int?
    /// The port of the admin API alone; nil is the port of the mocks.
    public var adminPort: Int?
    /// What admin calls must carry as `Authorization: Bearer`; nil asks for nothing.
    public var adminToken: String?
    /// Further names by which admin calls may reach the daemon.
    public var adminHosts: [String] = []
    /// Further origins whose pages may make admin calls.
    public var adminOrigins: [String] = []
    /// The ports that sessions may have; nil gives them free ones.
    public var sessionPorts: ClosedRange<Int>?
    /// Whether requests that belong to no session are refused.
    public var requiresSession = false
    /// How many sessions there may be at once.
    public var maxSessions = 10_000
    /// The file in which the base's choices outlive the daemon, leases aside; nil keeps none.
    public var stateFile: String?
    /// The folder of fixtures.
    public var fixtures = "fixtures"
    /// How requests are logged.
    public var log: LogFormat = .text
    /// How many requests stay on record; with 0 they are only counted.
    public var journalEntries = 10_000
    /// How many bytes the record may take; nil is 64 MiB, or less where ``memory`` is little.
    public var journalSize: Int?
    /// How much of each body is on record, in bytes.
    public var journalBody = 64 * 1024
    /// The header lines whose values log and events do not show.
    public var redactedHeaders = ["Authorization", "Cookie", "Set-Cookie"]
    /// Whether answers say which route and variant they came from.
    public var addsMarkers = true
    /// Whether pages of other origins may read the answers (CORS).
    public var answersCORS = true
    /// How long answers under way may take when the daemon stops.
    public var grace: Duration = .seconds(2)
    /// How long a reader of events hears nothing before it is told that somebody is there.
    public var heartbeat: Duration = .seconds(15)
    /// Whether another process may take its place; see ``MockServer/freeze()``.
    package var handsOver = false
    /// What is done when everything is made and checked, before the first connection to the mocks is accepted.
    package var whenMade: @Sendable () -> Void = {}
    /// What it takes over from another process; nil where it is the first.
    package var inheritance: Inheritance?
    /// The clock of delays and fixtures.
    public var time: any TimeSource = SystemTime()
    /// The time of day that `{{now}}` tells.
    public var wallTime: @Sendable () -> WallTime = { .now }
    /// Takes the lines of the log; nil writes them to standard error.
    public var logSink: (@Sendable ([UInt8]) -> Void)?

    /// The longest body where nothing is said, in bytes.
    package static let usualMaxBody = 64 << 20
    /// How many bytes the record may take where nothing is said.
    package static let usualJournalSize = 64 << 20

    /// For how much memory it can be bounded, in bytes.
    package static let leastMemory = 64 << 20

    /// The defaults.
    public init() {}
  }

  /// How requests are logged.
  public enum LogFormat: String, Sendable, Hashable, CaseIterable {
    /// A line for people, in colour on a terminal.
    case text
    /// A JSON object a line.
    case json
    /// Nothing.
    case off
  }
}
