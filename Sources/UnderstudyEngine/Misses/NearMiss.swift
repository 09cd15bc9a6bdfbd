package import Understudy

/// A route that almost takes a request, with all that keeps it from it.
package struct NearMiss: Sendable, Hashable {
  /// The route's id.
  package var route: RouteID
  /// The method that it takes.
  package var method: Method
  /// Its path template, its groups' paths in front.
  package var path: String
  /// In what the request differs; empty where a route of the same path takes the request.
  package var differences: [Difference]
  /// Whether the same request may differ in something else at another time.
  var mayChange = false

  /// How far the rules are from being met: a host counts most, and a body is one thing.
  var weight: Int {
    let bodies = differences.count { $0.part == .body }
    let others = differences.reduce(0) { sum, difference in
      switch difference.part {
      case .method, .path, .body: sum
      case .host: sum + 6
      case .query, .header, .cookie, .clientCertificate: sum + 2
      }
    }
    return others + min(2 * bodies, 6)
  }
}
