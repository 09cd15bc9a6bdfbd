import MicroHTTPD
import Understudy

/// A plan for one request that has only begun: its steps and draws are taken, so that what happens
/// while the body comes and what answers it are one outcome.
package struct SettledPlan: Sendable {
  private let plan: Plan
  private let delay: Duration?
  private let added: Duration
  private let pace: Pace?
  /// The delay of the network, which holds for a refusal too.
  private let networkDelay: Duration?
  /// What happens while the body comes; nil where it is read as it comes.
  package let upload: UploadPlan?

  fileprivate init(
    _ plan: Plan, delay: Duration?, added: Duration, pace: Pace?, networkDelay: Duration?,
    upload: UploadPlan?
  ) {
    self.plan = plan
    self.delay = delay
    self.added = added
    self.pace = pace
    self.networkDelay = networkDelay
    self.upload = upload
  }

  /// Whether the body may have a part in what is done once it has come.
  package var readsBody: Bool { plan.readsBody }

  /// Decides what is done with the request once its body has come.
  package func perform(_ request: ReceivedRequest, in world: World) -> Performed {
    request.cells = world.cells
    let performed = plan.perform(request, inherited: delay, added: added)
    return pace.map { performed.paced($0) } ?? performed
  }

  /// Decides what is done with the request in the middle of its body.
  package func breakOff(_ request: ReceivedRequest, in world: World) -> Performed {
    request.cells = world.cells
    guard case .refused(_, let plan)? = upload?.breaking else { return .action(.reset) }
    return plan.perform(request, inherited: networkDelay, added: .zero)
  }
}

extension Plan {
  /// Takes the steps and draws for a request that has only begun.
  ///
  /// - Parameters:
  ///   - request: the request, without its body.
  ///   - world: the world that it belongs to.
  ///   - network: the conditions of all answers, which hold where neither outcome nor route set one.
  /// - Returns: what is left to do.
  package func settled(
    for request: ReceivedRequest, in world: World, network: Network
  ) -> SettledPlan {
    request.cells = world.cells
    let networkDelay = network.delay(for: request)
    return settled(request, networkDelay, .zero, network.pace, networkDelay, nil)
  }

  private func settled(
    _ request: ReceivedRequest, _ inherited: Duration?, _ added: Duration, _ outerPace: Pace?,
    _ networkDelay: Duration?, _ outerUpload: UploadPlan?
  ) -> SettledPlan {
    let upload = upload?.over(outerUpload) ?? outerUpload
    let pace = pace ?? outerPace
    let part: Plan
    let ownDelay: Duration?
    switch kind {
    case .sequence(let plan):
      ownDelay = self.ownDelay?.duration(for: request)
      part = plan.step(for: request)
    case .weighted(let plan):
      ownDelay = self.ownDelay?.duration(for: request)
      part = plan.choice(for: request)
    case .fixed, .filled, .fixture, .dynamic, .held, .redirectLoop, .fault, .stream:
      return SettledPlan(
        self, delay: inherited, added: added, pace: pace, networkDelay: networkDelay,
        upload: upload)
    }
    return part.settled(
      request, ownDelay ?? inherited, added + addedDelay, pace, networkDelay, upload)
  }
}
