import MicroHTTPD
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Answers a port that has the admin API and nothing else.
final class AdminOnlyHandler: ExchangeHandler {
  private let admin: AdminHandler
  private let problems = ProblemReplies(ReplyMaker(addsMarkers: false))

  init(_ admin: AdminHandler) {
    self.admin = admin
  }

  func respond(to exchange: Exchange) -> Action {
    let target: Target
    do throws(TargetProblem) {
      target = try Target(exchange.target)
    } catch {
      return .reply(problems.reply(Problem(400, .malformedTarget, error.message)))
    }
    guard target.isAdmin else {
      return .reply(
        problems.reply(
          Problem(404, .notFound, "This port has the admin API alone, below \(AdminPath.root).")))
    }
    return admin.respond(to: exchange, target)
  }

  func refuse(_ refusal: Refusal, _ exchange: Exchange) -> Reply {
    problems.reply(refusal.problem, closes: true)
  }

  func ended(_ exchange: Exchange, _ ending: Ending) {}
}

extension Target {
  /// Whether the path belongs to the admin API.
  var isAdmin: Bool {
    let path = bytes[path]
    guard path.starts(with: AdminPath.root.utf8) else { return false }
    let next = path.startIndex + AdminPath.root.utf8.count
    return next == path.endIndex || path[next] == UInt8(ascii: "/")
  }
}
