import MicroHTTPD
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// A request that no route takes, put into words: for its client, for the log, for a page.
struct Miss {
  let explanation: Explanation
  private let asked: String
  private let foreign: ForeignCall?

  init(_ request: ReceivedRequest, _ explanation: Explanation) {
    self.explanation = explanation
    let method = String(decoding: request.method, as: UTF8.self)
    let target = Difference.clipped(String(decoding: request.target.bytes, as: UTF8.self))
    asked = "\(Difference.clipped(method)) \(target)"
    foreign = ForeignCall.find(
      method, String(decoding: request.target.bytes[request.target.path], as: UTF8.self))
  }

  /// 405 where the path is there for other methods alone (RFC 9110, 15.5.6), else 404.
  var status: Int { explanation.isMethodRefused ? 405 : 404 }

  /// What was asked and what is nearest, in sentences that can be read alone.
  var detail: String {
    var detail = "No route takes \(asked)."
    if let foreign {
      detail += " \(foreign.sentence)"
    } else if let nearest = explanation.nearest.first {
      detail += " Nearest is \(Self.name(nearest))\(Self.differences(nearest) { $0.sentence })."
    } else {
      detail += " All routes: \(AdminPath.routes)"
    }
    return detail
  }

  /// The detail for the log, whose line has the request already; without values that are secret.
  func note(_ redaction: Redaction) -> String {
    if let foreign { return "miss: \(foreign.sentence)" }
    guard let nearest = explanation.nearest.first else {
      return "miss: \(explanation.hints.first ?? "no route is near")"
    }
    return "miss: nearest is \(nearest.route)\(Self.differences(nearest, redaction.sentence))"
  }

  /// The problem that answers the request.
  var problem: Problem {
    var members: JSON.Object = [
      "nearest": .array(explanation.nearest.map(\.json)),
      "hints": .array(explanation.hints.map { .string($0) }),
    ]
    guard explanation.isMethodRefused else {
      return Problem(404, .noMatchingRoute, detail, members: members)
    }
    members["allow"] = .array(explanation.refusedFor.map { .string($0) })
    return Problem(405, .methodNotAllowed, detail, members: members)
  }

  /// The header lines that go with the problem.
  var headers: [Header] {
    explanation.isMethodRefused
      ? [Header("Allow", explanation.refusedFor.joined(separator: ", "))] : []
  }

  /// A route as it is called in a sentence.
  static func name(_ miss: NearMiss) -> String {
    let method = miss.method == .any ? "any method" : miss.method.rawValue
    return "\(miss.route) (\(method) \(miss.path))"
  }

  /// What keeps a route from taking the request, for the end of a sentence.
  private static func differences(
    _ miss: NearMiss, _ sentence: (Difference) -> String
  ) -> String {
    guard !miss.differences.isEmpty else { return "" }
    let told =
      ": "
      + miss.differences.prefix(3).map(sentence)
      .joined(separator: "; ")
    let left = miss.differences.count - 3
    return left > 0 ? "\(told); and \(left) more" : told
  }
}
