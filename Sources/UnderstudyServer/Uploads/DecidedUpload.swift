import MicroHTTPD
import Platform
import UnderstudyEngine

/// A request that was decided on by its head, because of what happens while its body comes.
///
/// Attached to its exchange until it is on record; as long as it is there, whoever waits for requests
/// that began before a change knows of it, and its session is not idle.
final class DecidedUpload: Sendable {
  let place: SessionFinder.Place
  let world: World
  let decision: Decision
  let settled: SettledPlan
  let route: RouteEntry
  private let use: SessionUse?

  /// Begins between the routing of the request and ``World/beginDeciding()``.
  init(
    _ place: SessionFinder.Place, _ world: World, _ decision: Decision, _ settled: SettledPlan,
    _ route: RouteEntry, time: any TimeSource
  ) {
    self.place = place
    self.world = world
    self.decision = decision
    self.settled = settled
    self.route = route
    use = place.session.map { SessionUse($0, time) }
    world.beginDeciding()
  }

  deinit { world.endDeciding() }

  /// What it is on record as.
  var disposition: JournalEntry.Disposition {
    .route(.init(route, decision.plan, decision.source))
  }

  /// Whether neither its session has ended since it began nor its world been reset.
  func isWanted(in sessions: Sessions) -> Bool {
    if let session = place.session, sessions.find(session.id) == nil { return false }
    return !world.isLatecomer(revision: decision.snapshot.revision)
  }
}
