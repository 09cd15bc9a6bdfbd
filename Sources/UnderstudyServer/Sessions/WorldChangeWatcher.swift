import Platform
import UnderstudyEngine

/// Tells of each change in a world whoever has to know: readers of events, the session's port, and
/// the thread that ends leases.
final class WorldChangeWatcher: Sendable {
  private let events: EventLog<Event>
  private let ports: SessionPorts
  private let sessions = Lock<Sessions?>(nil)

  init(_ events: EventLog<Event>, _ ports: SessionPorts) {
    self.events = events
    self.ports = ports
  }

  /// Says where the worlds are; called once, before the first change.
  func watch(_ sessions: Sessions) { self.sessions.withLock { $0 = sessions } }

  /// Tells of a change; see ``World/Watcher``.
  func tell(_ world: World, _ part: Event.Part, _ snapshot: Snapshot) {
    events.add(.changed(part, revision: snapshot.revision, session: world.book.session))
    ports.adapt(to: world)
    if snapshot.deadline != nil { sessions.withLock { $0 }?.look() }
  }
}
