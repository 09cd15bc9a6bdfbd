import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `GET` and `POST /__admin/sessions`: all sessions, and a new one.
enum SessionsResource: AdminResource {
  static let path = ["sessions"]
  static let methods = ["GET", "POST"]
  static let reach = AdminReach.sessions

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    guard call.method == "POST" else {
      let sessions = context.descriptions(of: context.sessions.all)
      return .json(["sessions": .array(sessions.map(\.json))])
    }
    let request = try SessionRequest(json: call.optionalJSON() ?? [:])
    let session = try begin(request, context)
    return .now(
      status: 201, context.description(of: session).json,
      [Header("Location", AdminPath.session(session.text))])
  }

  /// Begins a session: the base's choices, its own over them in one step, then its port.
  ///
  /// - Throws: ``Problem``; no session is there then.
  private static func begin(
    _ request: SessionRequest, _ context: AdminContext
  ) throws(Problem) -> Session {
    let changes = WorldChanges(
      overrides: try context.overrides(request.variants),
      scenario: request.scenario.map { .some($0) },
      network: try request.network.map { network throws(Problem) in
        try context.network(network)
      }, tls: request.tls)
    if let profile = request.tls { try context.check(profile) }
    try context.check(scenario: request.scenario, for: nil)
    let session: Session
    do throws(Sessions.Problem) {
      session = try context.sessions.begin(
        name: request.name,
        timeToLive: .nanoseconds(Int64((request.ttlSeconds * 1_000_000_000).rounded())), changes)
    } catch {
      throw Problem(error)
    }
    guard request.wantsPort else { return session }
    do throws(Problem) {
      try context.ports.open(for: session)
    } catch {
      context.sessions.end(session)
      throw error
    }
    return session
  }
}

/// `GET` and `DELETE /__admin/sessions/{id}`: one session, and its end.
enum SessionResource: AdminResource {
  static let path = ["sessions", "{id}"]
  static let methods = ["GET", "DELETE"]
  static let reach = AdminReach.sessions

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let session = try context.session(call.path[1])
    guard call.method == "DELETE" else { return .json(context.description(of: session).json) }
    guard context.sessions.end(session) else {
      // Somebody else was faster.
      throw Problem(Sessions.Problem.unknown(call.path[1], suggestion: ""))
    }
    return .now(status: 204, nil, [])
  }
}
