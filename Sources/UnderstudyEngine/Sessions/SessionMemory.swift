package import Platform

/// What another process needs to go on with a session.
package struct SessionMemory: Sendable {
  /// Its name in requests.
  package var id: SessionID
  /// What a person calls it; nil where nobody has named it.
  package var name: String?
  /// How long it may be idle.
  package var timeToLive: Duration
  /// When it began.
  package var createdTime: WallTime
  /// When it began, on the machine's clock.
  package var createdAt: Moment
  /// When something has happened in it last, on the machine's clock.
  package var lastUsed: Moment
  /// What is set in its world.
  package var world: WorldMemories

  /// A session as it is.
  package init(_ session: Session, at now: Moment) {
    self.init(
      id: session.id, name: session.name, timeToLive: session.timeToLive,
      createdTime: session.createdTime, createdAt: session.createdAt,
      lastUsed: session.lastUsed(by: now), world: session.world.memories)
  }

  /// A memory by its parts.
  package init(
    id: SessionID, name: String?, timeToLive: Duration, createdTime: WallTime, createdAt: Moment,
    lastUsed: Moment, world: WorldMemories
  ) {
    self.id = id
    self.name = name
    self.timeToLive = timeToLive
    self.createdTime = createdTime
    self.createdAt = createdAt
    self.lastUsed = lastUsed
    self.world = world
  }
}
