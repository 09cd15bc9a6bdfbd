/// Which subjects the calls of a resource may have.
enum AdminReach: Sendable {
  /// None: it is about the daemon.
  case daemon
  /// None: it is about sessions, and is called by none of theirs.
  case sessions
  /// A world.
  case world
  /// A world, or the record of one that has ended.
  case record
  /// These, or all worlds.
  case everything

  /// Whether `?session=` says whom a call is about.
  var takesSession: Bool { self != .daemon && self != .sessions }
}
