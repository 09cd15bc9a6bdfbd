import Platform
package import UnderstudyEngine

/// What a daemon leaves to the one that takes its place: what is set in every world, by names.
///
/// Positions, hits and the journal are none of it: they begin anew.
package struct Legacy: Sendable {
  /// What is set in the base.
  package var base: WorldMemories
  /// The sessions, the oldest first.
  package var sessions: [Session]

  /// A legacy by its parts.
  package init(base: WorldMemories, sessions: [Session] = []) {
    self.base = base
    self.sessions = sessions
  }

  /// A session with what leads to it.
  package struct Session: Sendable {
    /// The session.
    package var memory: SessionMemory
    /// The sockets of its own port; none where it has none.
    package var sockets: [Int32] = []
    /// The sockets of its own port with TLS.
    package var secureSockets: [Int32] = []
    /// The names of servers for which it has a say.
    package var tlsNames: [String] = []
    /// How many streams it lives with that are open at the daemon that leaves it.
    package var leaseCount = 0
    /// How many such streams are open at daemons before that.
    package var earlierLeaseCount = 0

    /// A session without a port of its own.
    package init(_ memory: SessionMemory) {
      self.memory = memory
    }
  }
}

/// What a daemon begins with that takes the place of another.
package struct Inheritance: Sendable {
  /// The sockets of the mocks; none where it binds them itself.
  package var sockets: [Int32] = []
  /// Those with TLS.
  package var secureSockets: [Int32] = []
  /// Those of the admin API, where it has a port of its own.
  package var adminSockets: [Int32] = []
  /// Waits for what the other daemon leaves, which accepts nothing from then on.
  ///
  /// Nil where there is nobody to wait for. Called once everything else is ready.
  package var legacy: (@Sendable () -> Legacy?)?

  /// Nothing is inherited.
  package init() {}
}
