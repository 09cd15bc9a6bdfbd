import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `GET /__admin/held`: the requests that wait for their release, the oldest first.
enum HeldResource: AdminResource {
  static let path = ["held"]
  static let methods = ["GET"]
  static let reach = AdminReach.everything
  static let parameters = ["route", "count", "waitSeconds"]

  /// For how many a call can wait.
  private static let highestCount = 100_000

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let parameters = call.parameters
    let route = try parameters.text("route").map { id throws(Problem) in
      try context.entry(id).index
    }
    let count = try parameters.number("count", in: 1...highestCount) ?? 1
    let wait = try parameters.seconds(
      "waitSeconds", upTo: VerificationRequest.longestWaitSeconds)
    let (view, subject) = (context.view(call), call.subject)
    return .waiting(
      WaitingAnswer(limit: wait ?? .zero) { now, isLast in
        let held = context.held.all(of: view, route: route)
        guard isLast || held.count >= count || subject.isOver else { return .open(nil) }
        return .decided(
          .success([
            "held": .array(
              held.map { one in
                HeldDescription(
                  RequestDescription(one.entry), heldMilliseconds: (now - one.since).milliseconds
                ).json
              })
          ]))
      })
  }
}
