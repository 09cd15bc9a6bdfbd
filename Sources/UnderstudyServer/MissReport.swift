import MicroHTTPD
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Explains why no route takes a request.
struct MissReport {
  private let router: Router
  private let switchboard: Switchboard

  init(_ router: Router, _ switchboard: Switchboard) {
    self.router = router
    self.switchboard = switchboard
  }

  /// The problem that answers the request: what was asked, and what is at its path.
  func problem(_ exchange: Exchange, _ target: Target) -> Problem {
    let asked =
      "\(String(decoding: exchange.method, as: UTF8.self)) \(String(decoding: exchange.target, as: UTF8.self))"
    let near = router.routes(at: target).prefix(3).map { switchboard.entries[$0] }
    var detail = "No route takes \(asked)."
    if !near.isEmpty {
      detail += " At this path: \(near.map(Self.text).joined(separator: "; "))."
    } else if let reason = Self.pathReason(target) {
      detail += " \(reason)"
    } else {
      detail += " All routes: \(AdminPath.routes)"
    }
    return Problem(404, .noMatchingRoute, detail)
  }

  private static func text(_ entry: RouteEntry) -> String {
    let route = entry.route.route
    let method = route.method == .any ? "any method" : route.method.rawValue
    let query =
      switch RouteDescription(entry).queryText {
      case "": "no query"
      case "?...": "any query"
      case let text: "query \(text.dropFirst())"
      }
    return "\(entry.id) (\(method), \(query))"
  }

  private static func pathReason(_ target: Target) -> String? {
    target.segments.count > 1 && target.segments.contains(where: \.isEmpty)
      ? "The path has an empty segment: a trailing or a double slash." : nil
  }
}
