import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// The names of servers for which sessions have a say at the daemon's own TLS port.
final class TLSNames: Sendable {
  private let sessions = Lock([[UInt8]: Session]())

  /// The session that has a name; nil where none has it.
  func session(of name: [UInt8]) -> Session? { sessions.withLock { $0[name] } }

  /// The names of a session.
  func names(of session: Session) -> [String] {
    sessions.withLock { sessions in
      sessions.filter { $0.value === session }.map { String(decoding: $0.key, as: UTF8.self) }
    }.sorted()
  }

  /// Gives a session names, in place of those that it has.
  ///
  /// - Throws: ``Problem`` where another session has one; nothing is changed then.
  func set(_ names: [String], of session: Session) throws(Problem) {
    try sessions.withLock { sessions throws(Problem) in
      for name in names {
        guard let other = sessions[Array(name.utf8)], other !== session else { continue }
        throw Problem(
          409, .nameTaken,
          "Session '\(other.text)' has the name '\(name)': end it, or take the name from it.")
      }
      sessions = sessions.filter { $0.value !== session }
      for name in names { sessions[Array(name.utf8)] = session }
    }
    // Ended meanwhile, it must not keep them.
    if session.hasEnded { drop(session) }
  }

  /// Takes a session's names.
  func drop(_ session: Session) {
    sessions.withLock { sessions in
      guard sessions.contains(where: { $0.value === session }) else { return }
      sessions = sessions.filter { $0.value !== session }
    }
  }
}
