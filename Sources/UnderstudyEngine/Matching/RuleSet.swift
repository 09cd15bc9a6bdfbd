package import Understudy

/// The rules of one route, requirement or verification, compiled.
///
/// ```swift
/// let rules = RuleSet(RequestRules(query: ["page": 1]))
/// rules.differences(request)  // [Difference(.query, "page", expected: "1", actual: "2")]
/// ```
///
/// A class, because router, entry and checks share it.
package final class RuleSet: Sendable {
  let query: QueryMatcher
  let headers: [HeaderMatcher]
  let cookies: [CookieMatcher]
  let host: HostMatcher?
  let clientCertificates: [ClientCertificateMatcher]
  let bodies: [BodyMatcher]
  /// Whether the host that is asked for is none, which a catalog check reports: nothing fits.
  private let hasBrokenHost: Bool
  /// Whether the query is all that it asks about.
  private let isQueryAlone: Bool

  /// Compiles rules; what is wrong with them is found by a catalog check.
  package init(_ rules: RequestRules, fixtures: FixtureStore? = nil) {
    query = QueryMatcher(rules.query)
    headers = rules.headers.rules.map(HeaderMatcher.init)
    cookies = rules.cookies.rules.map(CookieMatcher.init)
    host = rules.host.flatMap(HostMatcher.init)
    hasBrokenHost = rules.host != nil && host == nil
    clientCertificates = rules.clientCertificates.map(ClientCertificateMatcher.init)
    bodies = rules.bodies.map { BodyMatcher($0, fixtures: fixtures) }
    isQueryAlone =
      headers.isEmpty && cookies.isEmpty && rules.host == nil && clientCertificates.isEmpty
      && bodies.isEmpty
  }

  /// Whether they ask for an empty query and for nothing else.
  var isBare: Bool { isQueryAlone && query.rules.isEmpty && query.isStrict }

  /// How many conditions the rules add to the rank of their route.
  ///
  /// Each named query parameter, header, cookie, host, certificate and body rule counts one.
  package var conditions: Int {
    query.rules.count + headers.count + cookies.count + (host == nil ? 0 : 1)
      + clientCertificates.count + bodies.count
  }

  /// Whether somebody must keep the whole body to decide.
  package var needsBody: Bool { !bodies.isEmpty }

  /// Whether the same request may fit at one time and not at another.
  var mayChange: Bool { bodies.contains { $0.mayChange } }

  /// Whether a request fits; the same as no differences, without making any.
  package func fits(_ request: ReceivedRequest) -> Bool {
    fitsHead(of: request) && bodies.allSatisfy { $0.fits(request) }
  }

  /// Whether a request fits as far as its head tells.
  func fitsHead(of request: ReceivedRequest) -> Bool {
    guard query.fits(request.target) else { return false }
    if isQueryAlone { return true }
    return !hasBrokenHost && (host?.fits(request) ?? true)
      && headers.allSatisfy { $0.fits(request.head) }
      && cookies.allSatisfy { $0.fits(request.head) }
      && clientCertificates.allSatisfy { $0.fits(request) }
  }

  /// In what a request does not fit; empty where it does.
  package func differences(_ request: ReceivedRequest) -> [Difference] {
    var differences = query.differences(pairs: request.query, part: .query)
    differences += headers.compactMap { $0.difference(request.head) }
    differences += cookies.compactMap { $0.difference(request.head) }
    if hasBrokenHost { differences.append(Difference(.host, expected: "a host", actual: nil)) }
    if let difference = host?.difference(request) { differences.append(difference) }
    differences += clientCertificates.compactMap { $0.difference(request) }
    return differences + bodies.flatMap { $0.differences(request) }
  }

  /// Whether no request fits both; where that is not sure, it says no.
  ///
  /// - Parameters:
  ///   - other: the other rules.
  ///   - byHead: whether the heads of requests alone must tell.
  /// - Returns: whether they exclude one another.
  package func excludes(_ other: RuleSet, byHead: Bool = false) -> Bool {
    func some<Matcher>(
      _ one: [Matcher], _ two: [Matcher], _ excludes: (Matcher, Matcher) -> Bool
    ) -> Bool {
      one.contains { mine in two.contains { excludes(mine, $0) } }
    }
    if let host, let otherHost = other.host, host.excludes(otherHost) { return true }
    return query.excludes(other.query)
      || some(headers, other.headers) { $0.excludes($1) }
      || some(cookies, other.cookies) { $0.excludes($1) }
      || some(clientCertificates, other.clientCertificates) { $0.excludes($1) }
      || (!byHead && some(bodies, other.bodies) { $0.excludes($1) })
  }
}
