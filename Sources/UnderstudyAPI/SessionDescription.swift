public import Understudy

/// A session as the admin API lists it.
///
/// ```json
/// {
///   "id": "k3v9x2", "name": "checkout",
///   "createdAt": "2026-01-31T12:00:00.000Z", "expiresAt": "2026-01-31T12:30:00.000Z",
///   "ttlSeconds": 1800, "header": {"Understudy-Session": "k3v9x2"},
///   "urls": {
///     "prefix": "http://localhost:8080/__session/k3v9x2",
///     "host": "http://k3v9x2.localhost:8080", "port": "http://localhost:9001",
///     "tlsPrefix": "https://localhost:8443/__session/k3v9x2",
///     "tlsHost": "https://k3v9x2.localhost:8443", "tlsPort": "https://localhost:9002"
///   },
///   "tls": {"profile": "expired", "names": []},
///   "scenario": null, "offline": false, "revision": 0, "requests": 0, "held": 0
/// }
/// ```
public struct SessionDescription: Sendable, Hashable {
  /// Its id, in lower-case letters and digits.
  public var id: String
  /// What people call it; nil where it has its id alone.
  public var name: String?
  /// When it began, as ISO 8601 with milliseconds.
  public var createdAt: String
  /// When it ends, unless somebody uses it before.
  public var expiresAt: String
  /// After how many seconds without a request or a call it ends.
  public var ttlSeconds: Double
  /// The base URLs that lead to it.
  public var urls: URLs
  /// The scenario that is chosen in it; nil where there is none.
  public var scenario: String?
  /// Whether the choice for all of its routes is to be offline; its port then refuses connections.
  public var isOffline: Bool
  /// How many changes there were.
  public var revision: Int
  /// How many requests it has had.
  public var requests: Int
  /// How many requests it holds now.
  public var held: Int
  /// What its clients meet that speak TLS; nil where the daemon does not.
  public var tls: TLSChoice?

  /// The base URLs that lead to a session.
  public struct URLs: Sendable, Hashable {
    /// By a path prefix.
    public var prefix: String
    /// By a host name, for browsers.
    public var host: String
    /// By a port of its own; nil where it has none, and `port` is then left out of the object.
    public var port: String?
    /// The same three with TLS; nil where the daemon, or the session's port, is without.
    public var tlsPrefix: String?
    /// By a host name, with TLS.
    public var tlsHost: String?
    /// By a port of its own, with TLS.
    public var tlsPort: String?

    /// URLs by their parts.
    public init(
      prefix: String, host: String, port: String?, tlsPrefix: String? = nil,
      tlsHost: String? = nil, tlsPort: String? = nil
    ) {
      self.prefix = prefix
      self.host = host
      self.port = port
      self.tlsPrefix = tlsPrefix
      self.tlsHost = tlsHost
      self.tlsPort = tlsPort
    }

    /// The object of an answer.
    var json: JSON {
      var members: JSON.Object = ["prefix": .string(prefix), "host": .string(host)]
      if let port { members["port"] = .string(port) }
      if let tlsPrefix { members["tlsPrefix"] = .string(tlsPrefix) }
      if let tlsHost { members["tlsHost"] = .string(tlsHost) }
      if let tlsPort { members["tlsPort"] = .string(tlsPort) }
      return .object(members)
    }
  }

  /// A session by its parts.
  public init(
    id: String, name: String?, createdAt: String, expiresAt: String, ttlSeconds: Double, urls: URLs,
    scenario: String?, isOffline: Bool, revision: Int, requests: Int, held: Int,
    tls: TLSChoice? = nil
  ) {
    self.id = id
    self.name = name
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.ttlSeconds = ttlSeconds
    self.urls = urls
    self.scenario = scenario
    self.isOffline = isOffline
    self.revision = revision
    self.requests = requests
    self.held = held
    self.tls = tls
  }

  /// The object of an answer.
  public var json: JSON {
    var members: JSON.Object = [
      "id": .string(id), "name": name.map { .string($0) } ?? .null,
      "createdAt": .string(createdAt), "expiresAt": .string(expiresAt),
      "ttlSeconds": .shortest(ttlSeconds),
      "header": .object([HeaderName.session: .string(id)]), "urls": urls.json,
      "scenario": scenario.map { .string($0) } ?? .null, "offline": .bool(isOffline),
      "revision": .int(revision), "requests": .int(requests), "held": .int(held),
    ]
    if let tls { members["tls"] = tls.json }
    return .object(members)
  }

  /// Reads the object of an answer; nil where it is none.
  ///
  /// Unknown fields are left aside, so that an older client can read a newer daemon.
  public init?(json: JSON) {
    guard let id = json["id"]?.stringValue, let createdAt = json["createdAt"]?.stringValue,
      let expiresAt = json["expiresAt"]?.stringValue, let ttl = json["ttlSeconds"]?.doubleValue,
      let prefix = json["urls"]?["prefix"]?.stringValue,
      let host = json["urls"]?["host"]?.stringValue, let isOffline = json["offline"]?.boolValue,
      let revision = json["revision"]?.intValue, let requests = json["requests"]?.intValue,
      let held = json["held"]?.intValue
    else { return nil }
    self.init(
      id: id, name: json["name"]?.stringValue, createdAt: createdAt, expiresAt: expiresAt,
      ttlSeconds: ttl,
      urls: URLs(
        prefix: prefix, host: host, port: json["urls"]?["port"]?.stringValue,
        tlsPrefix: json["urls"]?["tlsPrefix"]?.stringValue,
        tlsHost: json["urls"]?["tlsHost"]?.stringValue,
        tlsPort: json["urls"]?["tlsPort"]?.stringValue),
      scenario: json["scenario"]?.stringValue, isOffline: isOffline, revision: revision,
      requests: requests, held: held,
      tls: json["tls"]?.objectValue.map { members in
        TLSChoice(
          profile: members["profile"]?.stringValue.flatMap(TLSProfile.init),
          names: (members["names"]?.arrayValue ?? []).compactMap(\.stringValue))
      })
  }
}
