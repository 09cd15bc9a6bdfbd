/// A method and a path template, with what is answered there.
///
/// ```swift
/// Route("users.detail", .get, "/{id}", default: .fixture("users/{id}.json"))
///   .variant("suspended", .json(["id": 1, "suspended": true]))
///   .without(.rateLimited)
/// ```
///
/// The default outcome is a parameter, so the compiler insists on it. All standard variants derive
/// from it and from the group's `failures` (see ``Variant``); ``variant(_:_:)`` adds or replaces
/// one, ``without(_:)`` drops some.
public struct Route: Sendable {
  package var id: RouteID
  package var method: Method
  package var path: String
  package var rules: RequestRules
  package var requirement: Requirement?
  /// Further answers for some requests; the first that fits answers.
  package var answers: [(rule: RequestRule, outcome: Outcome)] = []
  package var outcome: Outcome
  package var variants: [(name: Variant, outcome: Outcome)] = []
  package var dropped: [Variant] = []
  /// The choices that its default brings about, in the order written.
  package var activations: [(route: RouteID, outcome: Outcome)] = []
  package var delay: Duration?
  package var priority = 0
  package var place: SourcePlace

  /// Declares a route.
  ///
  /// - Parameters:
  ///   - id: its name in the whole catalog; begins with the name of its group.
  ///   - method: the method of the requests that it takes.
  ///   - path: a path template such as `/items/{id}`, put behind the group's; empty is the group's own.
  ///   - query: the pairs that the query must have, exactly; none when left out.
  ///   - headers: header lines that must be there.
  ///   - cookies: cookies that must be there.
  ///   - host: the host that the request must name; any when left out.
  ///   - body: what the body must be; anything when left out.
  ///   - requirement: what is asked of a request before the route answers; unmet, it is no miss.
  ///   - otherwise: what is done with a request that does not meet the requirement.
  ///   - outcome: what is done with a request unless a variant is chosen.
  ///   - file: where it is declared, for the messages of a catalog check.
  ///   - line: the line of the declaration.
  public init(
    _ id: RouteID, _ method: Method, _ path: String = "", query: QueryRules = .none,
    headers: NamedRules = .none, cookies: NamedRules = .none, host: HostRule? = nil,
    body: BodyRule? = nil, requires requirement: RequestRule? = nil,
    otherwise: Outcome = .unauthorized, default outcome: Outcome,
    file: String = #fileID, line: Int = #line
  ) {
    self.id = id
    self.method = method
    self.path = path
    rules = RequestRules(
      query: query, headers: headers, cookies: cookies, host: host,
      bodies: body.map { [$0] } ?? [])
    self.requirement = requirement.map { Requirement(rule: $0, otherwise: otherwise) }
    self.outcome = outcome
    place = SourcePlace(fileID: file, line: line)
  }

  /// Adds a variant, or replaces a standard one.
  public func variant(_ name: Variant, _ outcome: Outcome) -> Route {
    var copy = self
    copy.variants.append((name, outcome))
    return copy
  }

  /// Answers otherwise where a request fits a rule; of several the first that fits, in the order
  /// written.
  ///
  /// ```swift
  /// Route("account.login", .post, "/login", default: .json(["ok": true]))
  ///   .answering(.form(["name": .any, "password": "wrong"]), with: .unauthorized)
  /// ```
  public func answering(_ rule: RequestRule, with outcome: Outcome) -> Route {
    var copy = self
    copy.answers.append((rule, outcome))
    return copy
  }

  /// Makes choices for routes as soon as this route answers with its default.
  ///
  /// ```swift
  /// Route("account.login", .post, "/login", default: .json(["token": "t-1"]))
  ///   .activating(["me.*": .default])
  /// ```
  ///
  /// The choices are made in the request's session, or in the base where it has none, all at once
  /// and before the first byte of the answer: whoever has read the answer meets them. Keys are those
  /// of a ``Scenario``: the id of a route, `group.*` or `*`. An answer other than the default, by a
  /// choice, an unmet requirement or ``answering(_:with:)``, activates nothing. Several calls add up.
  public func activating(_ choices: KeyValuePairs<RouteID, Outcome>) -> Route {
    var copy = self
    copy.activations += choices.map { (route: $0.key, outcome: $0.value) }
    return copy
  }

  /// Drops standard variants that this route cannot show.
  public func without(_ names: Variant...) -> Route {
    var copy = self
    copy.dropped += names
    return copy
  }

  /// Delays all outcomes of the route that set no delay of their own; zero is a delay that was set.
  ///
  /// Counts from the end of the request to the first byte of the answer.
  public func delay(_ duration: Duration) -> Route {
    var copy = self
    copy.delay = duration
    return copy
  }

  /// Decides between routes that a request could not tell apart: the higher wins.
  ///
  /// 0 when not set.
  public func priority(_ value: Int) -> Route {
    var copy = self
    copy.priority = value
    return copy
  }
}
