import MicroHTTPD
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Answers a port that has the admin API and nothing else.
final class AdminOnlyHandler: ExchangeHandler {
  private let admin: AdminHandler
  private let finder: SessionFinder
  private let problems = ProblemReplies(ReplyMaker(addsMarkers: false))
  private let log: RequestLog
  private let troubles: Troubles

  init(_ admin: AdminHandler, _ finder: SessionFinder, log: RequestLog, _ troubles: Troubles) {
    self.admin = admin
    self.finder = finder
    self.log = log
    self.troubles = troubles
  }

  func respond(to exchange: Exchange) -> Action {
    do throws(Problem) {
      let place = try finder.place(exchange)
      if place.target.isAdmin { return admin.respond(to: exchange, place.target, place.session) }
    } catch {
      if error.code != .sessionRequired { return problems.refuse(exchange, error) }
    }
    return problems.refuse(
      exchange,
      Problem(404, .notFound, "This port has the admin API alone, below \(AdminPath.root)."))
  }

  func refuse(_ refusal: Refusal, _ exchange: Exchange) -> Reply {
    problems.refuse(refusal, exchange)
  }

  func refuse(_ refusal: Refusal) -> Reply? { problems.reply(to: refusal) }

  func ranShort(of shortage: Shortage) { troubles.tell(shortage, log) }

  func ended(_ exchange: Exchange, _ ending: Ending) {
    log.add(exchange, nil, ending, at: exchange.now)
  }
}

extension Target {
  /// Whether the path belongs to the daemon: no route may lie there.
  var isReserved: Bool {
    mayBeReserved && (isAdmin || lies(below: AdminPath.session, whole: true))
  }

  /// Whether the path belongs to the admin API.
  var isAdmin: Bool { mayBeReserved && lies(below: AdminPath.root, whole: true) }

  /// Whether it belongs to the admin API, maybe to that of a session, which need not be there.
  var isAdminCall: Bool {
    isAdmin
      || isReserved
        && segments.dropFirst(2).first?.elementsEqual(AdminPath.root.utf8.dropFirst())
          == true
  }

  private func lies(below root: String, whole: Bool = false) -> Bool {
    let path = bytes[path]
    guard path.starts(with: root.utf8) else { return false }
    let next = path.startIndex + root.utf8.count
    return !whole || next == path.endIndex || path[next] == UInt8(ascii: "/")
  }
}
