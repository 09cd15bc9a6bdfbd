package import Platform
import Synchronization
import Understudy

/// A world of its own for one test, with what it takes to find it and to end it.
package final class Session: Sendable {
  /// Its name in requests.
  package let id: SessionID
  /// The id as it is written.
  package let text: String
  /// What stands before the paths of its requests that name it so: `/__session/ID`.
  package let prefix: [UInt8]
  /// What a person calls it; nil where nobody has named it.
  package let name: String?
  /// How long it may be idle.
  package let timeToLive: Duration
  /// When it began.
  package let createdTime: WallTime
  /// Its choices, positions and journal.
  package let world: World

  /// When it began, on the clock of idle times.
  package let createdAt: Moment
  private let lastUse: Atomic<UInt64>
  private let useCount = Atomic<Int>(0)
  private let ended = Atomic<Bool>(false)

  init(
    _ id: SessionID, name: String?, timeToLive: Duration, world: World, now: Moment,
    wallTime: WallTime, lastUsed: Moment? = nil
  ) {
    self.id = id
    text = id.text
    prefix = Array("\(ReservedPath.session)/\(text)".utf8)
    self.name = name
    self.timeToLive = timeToLive
    self.world = world
    createdTime = wallTime
    createdAt = now
    lastUse = Atomic((lastUsed ?? now).nanoseconds)
  }

  /// Whether it is over: it takes no request any more.
  package var hasEnded: Bool { ended.load(ordering: .acquiring) }

  /// Ends it; false where it has ended before.
  func end() -> Bool { !ended.exchange(true, ordering: .acquiringAndReleasing) }

  /// Notes that something has begun in it; until ``leave(at:)`` it is not idle.
  package func enter(at now: Moment) {
    useCount.add(1, ordering: .relaxed)
    lastUse.store(now.nanoseconds, ordering: .relaxed)
  }

  /// Notes that something has ended in it.
  package func leave(at now: Moment) {
    lastUse.store(now.nanoseconds, ordering: .relaxed)
    useCount.subtract(1, ordering: .releasing)
  }

  /// When something has happened in it last, or is happening.
  package func lastUsed(by now: Moment) -> Moment {
    useCount.load(ordering: .acquiring) == 0
      ? Moment(nanoseconds: lastUse.load(ordering: .relaxed)) : now
  }

  /// When it ends if nothing happens in it any more.
  package func end(from now: Moment) -> Moment {
    guard useCount.load(ordering: .acquiring) == 0 else { return now + timeToLive }
    return Moment(nanoseconds: lastUse.load(ordering: .relaxed)) + timeToLive
  }
}
