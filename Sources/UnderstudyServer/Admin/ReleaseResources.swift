import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `POST /__admin/held/{seq}/release`: answers one held request.
enum ReleaseResource: AdminResource {
  static let path = ["held", "{seq}", "release"]
  static let methods = ["POST"]
  static let drainingMethods = methods

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let request = try ReleaseRequest(call, takesRoute: false)
    let view = context.view(call)
    guard let seq = Int(digits: call.path[1]) else {
      throw NotHeld.unknown(seq: call.path[1], last: view.counts.lastSeq).problem
    }
    guard let held = context.held.held(seq), view.contains(held.entry) else {
      throw NotHeld(seq, view, wasHeld: false).problem
    }
    return try .releasing([held], with: request.choice, context) { () throws(Problem) in
      throw NotHeld(seq, view, wasHeld: true).problem
    }
  }
}

/// `POST /__admin/held/release`: answers those of one route, or all, in the order in which they came.
enum ReleasesResource: AdminResource {
  static let path = ["held", "release"]
  static let methods = ["POST"]
  static let drainingMethods = methods

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let request = try ReleaseRequest(call, takesRoute: true)
    let route = try request.route.map { id throws(Problem) in try context.entry(id).index }
    let held = context.held.all(of: context.view(call), route: route)
    return try .releasing(held, with: request.choice, context) { () throws(Problem) in
      let all = context.held.all(of: context.journal.view(), route: route)
      throw NotHeld.none(route: request.route, elsewhere: all.count).problem
    }
  }
}

extension ReleaseRequest {
  /// Reads the body of a call; without one, the default answers.
  fileprivate init(_ call: AdminCall, takesRoute: Bool) throws(Problem) {
    guard let json = try call.optionalJSON() else {
      self.init()
      return
    }
    try self.init(json: json, takesRoute: takesRoute)
  }
}

extension AdminAnswer {
  /// Releases requests, on a thread of its own where a closure is asked what they get.
  ///
  /// - Parameters:
  ///   - requests: the requests, in the order of their release.
  ///   - choice: what they are answered with; nil is the default of their route.
  ///   - context: what the resources work on.
  ///   - fail: throws what is told where none was released.
  /// - Returns: the answer.
  /// - Throws: ``Problem`` where none can be released.
  fileprivate static func releasing(
    _ requests: [HeldRequests.Held], with choice: VariantChoice.Choice?, _ context: AdminContext,
    orElse fail: @escaping @Sendable () throws(Problem) -> Void
  ) throws(Problem) -> AdminAnswer {
    let prepared = try context.releases.prepare(requests, with: choice)
    let release: @Sendable () throws(Problem) -> AdminAnswer = { () throws(Problem) in
      let released = try context.releases.release(prepared)
      if released.isEmpty { try fail() }
      return .released(released)
    }
    return prepared.asksClosure ? .computed(release) : try release()
  }

  /// The answer of a release.
  ///
  /// It waits a moment until the requests have ended whose answers are sent now, so that a release
  /// after it is a release after their answers: who releases one after the other decides in which
  /// order they arrive. A client that takes its time is not waited for longer than a second.
  fileprivate static func released(_ requests: [Releases.Released]) -> AdminAnswer {
    .waiting(
      WaitingAnswer(limit: .seconds(1)) { _, isLast in
        if !isLast, requests.contains(where: { !$0.isDelayed && $0.entry.ended == nil }) {
          return .open(nil)
        }
        return .decided(
          .success(["released": .array(requests.map { RequestDescription($0.entry).json })]))
      })
  }
}
