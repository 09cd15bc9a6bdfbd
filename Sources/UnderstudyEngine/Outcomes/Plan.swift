package import MicroHTTPD
import Platform
import Synchronization
package import Understudy

/// An outcome of one route, ready to be performed any number of times.
package final class Plan: Sendable {
  /// The route's place in the catalog.
  package let routeIndex: Int
  /// The route's id.
  package let routeID: RouteID
  /// The variant's name for logs and markers.
  package let variant: String
  /// The route's id and the variant, as a line of the log says them: `users.list default`.
  let logWords: [UInt8]

  let kind: Kind
  /// The outcome's own delay, or the route's; nil where the network's holds.
  let ownDelay: PlanDelay?
  let addedDelay: Duration
  /// How fast the body is sent; nil where the network, or the outcome around it, says so.
  let pace: Pace?
  /// What happens while the body of a request comes; nil where the outcome around it says so, or it
  /// is read as it comes.
  let upload: UploadPlan?
  let maker: ReplyMaker
  /// Whether its answers tell their state: those of another method than GET are not what its target
  /// holds (RFC 9110, 9.3.4).
  let isReading: Bool
  /// What answers each request alike and at once, where nothing follows from it.
  private let settled: FixedPlan?

  enum Kind: Sendable {
    case fixed(FixedPlan)
    case filled(FilledPlan)
    case fixture(FixturePlan)
    case dynamic(DynamicPlan)
    case sequence(SequencePlan)
    case weighted(WeightedPlan)
    case held
    case redirectLoop(RedirectLoop)
    /// One that sends no answer.
    case fault(Fault)
    case stream(StreamPlan)
  }

  init(
    route: RouteEntry, variant: String, kind: Kind, ownDelay: PlanDelay?, addedDelay: Duration,
    pace: Pace?, upload: UploadPlan?, maker: ReplyMaker
  ) {
    routeIndex = route.index
    routeID = route.id
    self.variant = variant
    logWords = Array("\(routeID.rawValue) \(variant)".utf8)
    self.kind = kind
    self.ownDelay = ownDelay
    self.addedDelay = addedDelay
    self.pace = pace
    self.upload = upload
    self.maker = maker
    isReading = [.get, .head].contains(route.route.route.method)
    let isAtOnce = ownDelay == nil && addedDelay == .zero && pace == nil && upload == nil
    settled =
      if case .fixed(let plan) = kind, isAtOnce, !route.activates { plan } else { nil }
  }
}

extension Plan {
  /// What is done with each request; nil where that is not the same for all.
  var settledAction: Action? { settled?.action(self) }

  /// Whether it, or a part of it, asks a closure.
  package var isComputed: Bool {
    switch kind {
    case .dynamic: true
    case .sequence(let plan): plan.steps.contains(where: \.isComputed)
    case .weighted(let plan): plan.choices.contains(where: \.isComputed)
    case .fixture(let plan): plan.ifMissing?.isComputed ?? false
    case .fixed, .filled, .held, .redirectLoop, .fault, .stream: false
    }
  }
}

extension Plan {
  /// Whether the request's body may have a part in what is done, so that it must be kept whole.
  ///
  /// What is held may be released with any outcome.
  package var readsBody: Bool {
    switch kind {
    case .dynamic, .held: true
    case .sequence(let plan): plan.steps.contains(where: \.readsBody)
    case .weighted(let plan): plan.choices.contains(where: \.readsBody)
    case .fixture(let plan): plan.readsBody(self)
    case .filled(let plan): plan.readsBody
    case .redirectLoop(let plan): plan.readsBody
    case .stream(let plan): plan.readsBody
    case .fixed, .fault: false
    }
  }
}

extension Plan {
  /// Whether it holds every request.
  package var isHeld: Bool { if case .held = kind { true } else { false } }

  /// Whether it holds the next request of a world, as far as that can be told before.
  package func holdsNext(in world: World) -> Bool { holds(world.cells) }

  private func holds(_ cells: CellStore) -> Bool {
    switch kind {
    case .held: true
    case .sequence(let plan): plan.next(cells).holds(cells)
    case .weighted(let plan): plan.next(cells).holds(cells)
    case .fixed, .filled, .fixture, .dynamic, .redirectLoop, .fault, .stream: false
    }
  }
}

/// What became of a plan.
package enum Performed: Sendable {
  /// This is to be done.
  case action(Action)
  /// The request fits the route but not its fixture's name: a miss, for this reason.
  case miss(String)
}
