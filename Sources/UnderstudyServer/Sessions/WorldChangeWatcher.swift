import Platform
import UnderstudyEngine

/// Tells of each change in a world whoever has to know: readers of events, the session's port, the
/// thread that ends leases, and the one that keeps the base's choices.
final class WorldChangeWatcher: Sendable {
  private let events: EventLog<Event>
  private let ports: SessionPorts
  private let told = Lock(Told())

  /// The worlds keep this, so that it must not keep them.
  private struct Told {
    weak var sessions: Sessions?
    weak var keeper: StateKeeper?
  }

  init(_ events: EventLog<Event>, _ ports: SessionPorts) {
    self.events = events
    self.ports = ports
  }

  /// Says where the worlds are; called once, before the first change.
  func watch(_ sessions: Sessions) { told.withLock { $0.sessions = sessions } }

  /// Says who keeps the base's choices.
  func watch(_ keeper: StateKeeper?) { told.withLock { $0.keeper = keeper } }

  /// Tells of a change; see ``World/Watcher``.
  func tell(_ world: World, _ part: Event.Part, _ snapshot: Snapshot) {
    events.add(.changed(part, revision: snapshot.revision, session: world.book.session))
    ports.adapt(to: world)
    let (sessions, keeper) = told.withLock { ($0.sessions, $0.keeper) }
    if world.book.session == nil { keeper?.changed(snapshot) }
    if snapshot.deadline != nil { sessions?.look() }
  }
}
