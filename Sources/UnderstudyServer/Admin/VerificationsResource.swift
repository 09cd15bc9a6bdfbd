import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `POST /__admin/verifications`: a question to the journal that waits until it is decided.
enum VerificationsResource: AdminResource {
  static let path = ["verifications"]
  static let methods = ["POST"]
  static let reach = AdminReach.record

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let request = try VerificationRequest(json: call.json())
    let verification = try Verification(request, context)
    let journal = context.view(call)
    let startedAt = context.time.now
    let subject = call.subject
    let progress = Lock(VerificationProgress(verification, startedAt: startedAt))
    return .waiting(
      WaitingAnswer(limit: verification.limit) { now, isLast in
        let isLast = isLast || subject.isOver && journal.isSettled
        let (verdict, seen) = progress.withLock { progress in
          (progress.verdict(journal, at: now, isLast: isLast), progress)
        }
        guard let verdict else { return .open(seen.nextLook) }
        let report = VerificationReport(
          request: request, verification: verification, seen: seen, waited: now - startedAt,
          journal: journal, entries: context.board.entries)
        return .decided(
          verdict == .passed ? .success(report.json) : .failure(report.problem(verdict)))
      })
  }
}

extension Verification {
  /// A question in the engine's terms.
  ///
  /// - Throws: ``Problem``; 404 where a route is unknown.
  init(_ request: VerificationRequest, _ context: AdminContext) throws(Problem) {
    let subject: Subject
    if let order = request.order {
      var picks: [Pick] = []
      for (index, step) in order.enumerated() {
        do throws(Problem) {
          picks.append(try Pick(step.route, step.fitting, context))
        } catch {
          throw Problem(error.status, error.code, "'order[\(index)]': \(error.detail)")
        }
      }
      subject = .order(picks)
    } else if request.isUnmatched {
      subject = .unmatched(
        try request.fitting.map { form throws(Problem) in
          try RequestExpectation(form: form, context.fixtures)
        })
    } else {
      subject = .requests(try Pick(request.route, request.fitting, context))
    }
    let count: CountRule =
      switch request.count {
      case .exactly(let number): .exactly(number)
      case .atLeast(let number): .atLeast(number)
      case .atMost(let number): .atMost(number)
      }
    self.init(
      subject, count: count, within: .milliseconds(Int(request.withinSeconds * 1000)),
      settle: .milliseconds(Int(request.settleSeconds * 1000)))
  }
}

extension Verification.Pick {
  fileprivate init(_ id: String?, _ form: JSON?, _ context: AdminContext) throws(Problem) {
    self.init(
      route: try id.map { id throws(Problem) in try context.entry(id).index },
      expectation: try form.map { form throws(Problem) in
        try RequestExpectation(form: form, context.fixtures)
      })
  }
}
