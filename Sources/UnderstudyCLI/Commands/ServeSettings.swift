import MicroHTTPD
import UnderstudyAPI
import UnderstudyServer

extension CommandRunner {
  /// The settings of a daemon, as options and environment say.
  func settings(_ options: OptionValues) throws(CommandFailure) -> MockServer.Settings {
    var settings = MockServer.Settings()
    let ports = 0...65535
    if options.value(.port)?.text == "off" {
      settings.servesPlain = false
    } else if let port = try options.number(.port, in: ports) {
      settings.port = port
    }
    settings.adminPort = try options.number(.adminPort, in: ports)
    if let value = options.value(.adminPort), settings.servesPlain,
      settings.adminPort == settings.port, settings.port != 0
    {
      throw CommandFailure(
        value.status, "\(value.origin) is \(settings.port), which is the port of the mocks too.",
        hint: "choose another, or leave it out: the admin API is then on the port of the mocks")
    }
    settings.host = options.value(.host)?.text
    settings.isOpenToLAN = try options.isOn(.lan)
    if settings.isOpenToLAN, let value = options.value(.host) {
      throw CommandFailure(
        value.status,
        "\(value.origin) and '\(Setting.lan.flag)' exclude each other: "
          + "'\(Setting.lan.flag)' listens on all addresses.")
    }
    settings.workers = try options.number(.workers, in: 1...1024)
    if let size = try options.size(.maxBody) { settings.maxBody = size }
    if let time = try options.duration(.maxHold), time > .zero { settings.maxHold = time }
    if let time = try options.duration(.idleTimeout) { settings.idleTimeout = time }
    if let time = try options.duration(.readTimeout) { settings.readTimeout = time }
    settings.maxConnections = try options.number(.maxConnections, in: 1...1_000_000)
    settings.memory = try options.size(.memory)
    if let value = options.value(.memory), settings.memory ?? 0 < MockServer.Settings.leastMemory {
      throw value.failure(mustBe: "64M or more")
    }
    if let time = try options.duration(.grace) { settings.grace = time }
    try readLog(options, into: &settings)
    if let count = try options.number(.journal, in: 0...10_000_000) {
      settings.journalEntries = count
    }
    if let size = try options.size(.journalSize) { settings.journalSize = size }
    if let size = try options.size(.journalBody) { settings.journalBody = size }
    let redacted = options.values(.redact)
    for value in redacted where !Self.isFieldName(value.text) {
      throw value.failure(mustBe: "the name of a header, such as X-Api-Key")
    }
    if !redacted.isEmpty { settings.redactedHeaders = redacted.map(\.text) }
    settings.addsMarkers = try !options.isOn(.noMarkers)
    settings.answersCORS = try !options.isOn(.noCORS)
    settings.fixtures = try fixtures(options)
    try readAdmin(options, into: &settings)
    try readTLS(options, into: &settings)
    try readSessions(options, into: &settings)
    return settings
  }

  private func readAdmin(
    _ options: OptionValues, into settings: inout MockServer.Settings
  ) throws(CommandFailure) {
    if let value = options.value(.adminToken) {
      guard !value.text.isEmpty, value.text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
        throw CommandFailure(
          value.status, "\(value.origin) must be visible ASCII characters without spaces.")
      }
      settings.adminToken = value.text
    }
    for value in options.values(.adminHost) {
      guard !value.text.isEmpty, !value.text.contains(where: { "/: ".contains($0) }) else {
        throw value.failure(mustBe: "a host name without a port, such as mock.test")
      }
      settings.adminHosts.append(value.text)
    }
    for value in options.values(.adminOrigin) {
      guard Self.isOrigin(value.text) else {
        throw value.failure(mustBe: "an origin without a path, such as https://app.test:3000")
      }
      settings.adminOrigins.append(value.text)
    }
  }

  /// Whether a text can be the name of a header line (RFC 9110, 5.1).
  private static func isFieldName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(Field.isTokenByte)
  }

  /// Whether a text is a scheme, a host and maybe a port (RFC 6454, 6.2).
  private static func isOrigin(_ text: String) -> Bool {
    guard let scheme = text.firstRange(of: "://"), scheme.lowerBound > text.startIndex else {
      return false
    }
    let authority = text[scheme.upperBound...]
    return !authority.isEmpty && !authority.contains { "/?# ,".contains($0) }
  }
}
