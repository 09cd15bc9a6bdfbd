/// A rule about any part of a request: what a group requires, or what a further answer is for.
///
/// ```swift
/// let me = RouteGroup("me", path: "/me", requires: .bearer("t-1"), otherwise: .unauthorized) { … }
///
/// Route("account.login", .post, "/login", default: .json(["ok": true]))
///   .answering(.form(["name": .any, "password": "wrong"]), with: .unauthorized)
/// ```
///
/// A rule about the query asks for the pair that it names and leaves the others free.
public struct RequestRule: Sendable, BodyRuleConvertible {
  /// What must hold, all of it.
  package var rules: RequestRules

  /// A rule about the body.
  public init(_ rule: BodyRule) {
    rules = RequestRules(query: .ignored, bodies: [rule])
  }

  package init(_ rules: RequestRules) {
    self.rules = rules
  }

  /// `Authorization: Bearer …` with a token that fits (RFC 6750, 2.1).
  public static func bearer(_ token: ValueRule) -> RequestRule {
    .header("Authorization", .bearer(token))
  }

  /// `Authorization: Basic …` with this user and password (RFC 7617).
  public static func basic(_ user: String, _ password: String) -> RequestRule {
    .header("Authorization", .basic(user, password))
  }

  /// A header line.
  public static func header(_ name: String, _ rule: ValueRule) -> RequestRule {
    RequestRule(
      RequestRules(query: .ignored, headers: NamedRules(rules: [.init(name: name, value: rule)])))
  }

  /// A cookie.
  public static func cookie(_ name: String, _ rule: ValueRule) -> RequestRule {
    RequestRule(
      RequestRules(query: .ignored, cookies: NamedRules(rules: [.init(name: name, value: rule)])))
  }

  /// The subject of the certificate that the client has shown, as RFC 4514 writes it.
  ///
  /// ```swift
  /// RouteGroup("pay", path: "/pay", requires: .clientCertificate(.matching("CN=till-.*,O=Acme")), otherwise: .forbidden) { … }
  /// ```
  ///
  /// A daemon asks clients for one with `--require-client-cert`; a request without one is missing it.
  public static func clientCertificate(_ subject: ValueRule) -> RequestRule {
    RequestRule(RequestRules(query: .ignored, clientCertificates: [subject]))
  }

  /// A pair of the query.
  public static func query(_ name: String, _ rule: ValueRule) -> RequestRule {
    RequestRule(
      RequestRules(query: QueryRules(pairs: [.init(name: name, value: rule)], isStrict: false)))
  }

  /// All of these.
  public static func all(_ rules: RequestRule...) -> RequestRule {
    RequestRule(rules.reduce(RequestRules(query: .ignored)) { $0.merged(with: $1.rules) })
  }
}

/// All that a route, a requirement or a verification asks of a request beside method and path.
package struct RequestRules: Sendable {
  package var query: QueryRules
  package var headers: NamedRules
  package var cookies: NamedRules
  package var host: HostRule?
  /// What the subject of the client's certificate must be; a catalog check reports a second.
  package var clientCertificates: [ValueRule]
  package var bodies: [BodyRule]

  package init(
    query: QueryRules = .none, headers: NamedRules = .none, cookies: NamedRules = .none,
    host: HostRule? = nil, clientCertificates: [ValueRule] = [], bodies: [BodyRule] = []
  ) {
    self.query = query
    self.headers = headers
    self.cookies = cookies
    self.host = host
    self.clientCertificates = clientCertificates
    self.bodies = bodies
  }

  /// Whether nothing is named that they ask about.
  package var isEmpty: Bool {
    query.pairs.isEmpty && headers.rules.isEmpty && cookies.rules.isEmpty && host == nil
      && clientCertificates.isEmpty && bodies.isEmpty
  }

  /// These rules and those of a route inside a group; the inner host wins.
  package func merged(with inner: RequestRules) -> RequestRules {
    RequestRules(
      query: query.merged(with: inner.query),
      headers: NamedRules(rules: headers.rules + inner.headers.rules),
      cookies: NamedRules(rules: cookies.rules + inner.cookies.rules),
      host: inner.host ?? host,
      clientCertificates: clientCertificates + inner.clientCertificates,
      bodies: bodies + inner.bodies)
  }
}

/// What a group or a route requires, and what is done with a request that does not meet it.
package struct Requirement: Sendable {
  package var rule: RequestRule
  package var otherwise: Outcome

  package init(rule: RequestRule, otherwise: Outcome) {
    self.rule = rule
    self.otherwise = otherwise
  }
}
