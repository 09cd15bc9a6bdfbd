import Platform
import UnderstudyEngine

/// Tells of each change in a world whoever has to know: readers of events, the session's port, the
/// thread that ends leases, and the one that keeps the base's choices.
final class WorldChangeWatcher: Sendable {
  private let events: EventLog<Event>
  private let ports: SessionPorts
  private let sessions = Lock<Sessions?>(nil)
  private let keeper = Lock<StateKeeper?>(nil)

  init(_ events: EventLog<Event>, _ ports: SessionPorts) {
    self.events = events
    self.ports = ports
  }

  /// Says where the worlds are; called once, before the first change.
  func watch(_ sessions: Sessions) { self.sessions.withLock { $0 = sessions } }

  /// Says who keeps the base's choices.
  func watch(_ keeper: StateKeeper?) { self.keeper.withLock { $0 = keeper } }

  /// Tells of a change; see ``World/Watcher``.
  func tell(_ world: World, _ part: Event.Part, _ snapshot: Snapshot) {
    events.add(.changed(part, revision: snapshot.revision, session: world.book.session))
    ports.adapt(to: world)
    if world.book.session == nil { keeper.withLock { $0 }?.changed(snapshot) }
    if snapshot.deadline != nil { sessions.withLock { $0 }?.look() }
  }
}
