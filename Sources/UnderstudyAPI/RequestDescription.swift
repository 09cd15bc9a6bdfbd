public import Understudy

/// A request of the journal as the admin API lists it.
public struct RequestDescription: Sendable, Hashable {
  /// Its number, which counts all requests from 1 on.
  public var seq: Int
  /// The session that it belongs to; nil is the base.
  public var session: String?
  /// The route that took it; nil where none did.
  public var route: String?
  /// The variant that answered.
  public var variant: String?
  /// How many changes of choices there had been.
  public var revision: Int
  /// Who decided on the variant.
  public var source: String?
  /// The method.
  public var method: String
  /// The target as it was sent.
  public var target: String
  /// The status of the answer; nil before it, and where there was none.
  public var status: Int?
  /// How it ended; nil while it is under way.
  public var ending: String?
  /// When it had been read, as ISO 8601 with milliseconds.
  public var receivedAt: String
  /// How long its answer took to begin; nil before that.
  public var waitedMilliseconds: Double?
  /// How long it took to its end; nil before that.
  public var totalMilliseconds: Double?
  /// Whether a route took it; nil where none was asked to.
  public var isMatched: Bool?
  /// Whether it came on a connection that was used before.
  public var isConnectionReused: Bool
  /// Why it was not answered as a route would, as a sentence.
  public var detail: String?
  /// What was agreed on with its client; nil where it came without TLS.
  public var tls: TLSDescription?

  /// What was agreed on with a client that speaks TLS.
  public struct TLSDescription: Sendable, Hashable {
    /// The version, such as `TLS1.3`.
    public var version: String
    /// The cipher suite by its registered name.
    public var cipher: String
    /// The server that it asked for; nil where it asked for none.
    public var serverName: String?
    /// The subject of its certificate (RFC 4514); nil where it sent none.
    public var clientSubject: String?

    /// What was agreed on, by its parts.
    public init(version: String, cipher: String, serverName: String?, clientSubject: String?) {
      self.version = version
      self.cipher = cipher
      self.serverName = serverName
      self.clientSubject = clientSubject
    }
  }

  /// A request by its parts.
  public init(
    seq: Int, session: String? = nil, route: String? = nil, variant: String? = nil,
    revision: Int, source: String? = nil, method: String, target: String, status: Int? = nil,
    ending: String? = nil, receivedAt: String, waitedMilliseconds: Double? = nil,
    totalMilliseconds: Double? = nil, isMatched: Bool?, isConnectionReused: Bool = false,
    detail: String? = nil, tls: TLSDescription? = nil
  ) {
    self.seq = seq
    self.session = session
    self.route = route
    self.variant = variant
    self.revision = revision
    self.source = source
    self.method = method
    self.target = target
    self.status = status
    self.ending = ending
    self.receivedAt = receivedAt
    self.waitedMilliseconds = waitedMilliseconds
    self.totalMilliseconds = totalMilliseconds
    self.isMatched = isMatched
    self.isConnectionReused = isConnectionReused
    self.detail = detail
    self.tls = tls
  }

  /// The object of an answer.
  public var json: JSON {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    var members: JSON.Object = [
      "seq": .int(seq), "session": text(session), "route": text(route), "variant": text(variant),
      "revision": .int(revision), "source": text(source), "method": .string(method),
      "target": .string(target), "status": status.map { .int($0) } ?? .null,
      "ending": text(ending), "receivedAt": .string(receivedAt),
      "waitedMilliseconds": waitedMilliseconds.map { .double($0) } ?? .null,
      "totalMilliseconds": totalMilliseconds.map { .double($0) } ?? .null,
      "matched": isMatched.map { .bool($0) } ?? .null,
      "connectionReused": .bool(isConnectionReused), "detail": text(detail),
    ]
    if let tls {
      members["tls"] = [
        "version": .string(tls.version), "cipher": .string(tls.cipher),
        "serverName": text(tls.serverName), "clientSubject": text(tls.clientSubject),
      ]
    }
    return .object(members)
  }

  /// Reads the object of an answer; nil where it is none.
  ///
  /// Unknown fields are left aside, so that an older client can read a newer daemon.
  public init?(json: JSON) {
    guard let seq = json["seq"]?.intValue, let revision = json["revision"]?.intValue,
      let method = json["method"]?.stringValue, let target = json["target"]?.stringValue,
      let receivedAt = json["receivedAt"]?.stringValue
    else { return nil }
    self.init(
      seq: seq, session: json["session"]?.stringValue, route: json["route"]?.stringValue,
      variant: json["variant"]?.stringValue, revision: revision,
      source: json["source"]?.stringValue, method: method, target: target,
      status: json["status"]?.intValue, ending: json["ending"]?.stringValue,
      receivedAt: receivedAt, waitedMilliseconds: json["waitedMilliseconds"]?.doubleValue,
      totalMilliseconds: json["totalMilliseconds"]?.doubleValue,
      isMatched: json["matched"]?.boolValue,
      isConnectionReused: json["connectionReused"]?.boolValue ?? false,
      detail: json["detail"]?.stringValue,
      tls: json["tls"]?.objectValue.map { members in
        TLSDescription(
          version: members["version"]?.stringValue ?? "",
          cipher: members["cipher"]?.stringValue ?? "",
          serverName: members["serverName"]?.stringValue,
          clientSubject: members["clientSubject"]?.stringValue)
      })
  }
}
