import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Whom an admin call is about: the base, a session, or more than one world.
enum AdminSubject: Sendable {
  case base
  case session(Session)
  /// A session that has ended: what it has on record.
  case ended(JournalBook)
  /// The base and all sessions.
  case all

  /// Its session, while there is one.
  var session: Session? { if case .session(let session) = self { session } else { nil } }

  /// Whether nothing can happen in it any more.
  var isOver: Bool {
    switch self {
    case .base, .all: false
    case .session(let session): session.hasEnded
    case .ended: true
    }
  }

  /// Whether an event is one of its own.
  func concerns(_ event: Event) -> Bool {
    switch self {
    case .base: event.concerns(session: nil)
    case .session(let session): event.concerns(session: session.text)
    case .ended(let book): event.concerns(session: book.session)
    case .all: true
    }
  }
}

extension Session {
  /// Whether a `Host` line is the name of its own, which nobody can lead elsewhere (RFC 6761, 6.3).
  func isHost(_ line: String) -> Bool {
    line.lowercased().prefix { $0 != ":" } == "\(text).localhost"
  }
}

extension AdminContext {
  /// Whom a call is about.
  ///
  /// - Parameters:
  ///   - found: the session by whose path, header, port or host it came; nil where by none.
  ///   - name: the value of `?session=`; nil where there is none.
  ///   - reach: whom it may be about.
  /// - Returns: the subject.
  /// - Throws: ``Problem`` where there is no such session, or the call names two.
  func subject(
    _ found: Session?, _ name: String?, _ reach: AdminReach
  ) throws(Problem) -> AdminSubject {
    if reach == .sessions {
      guard let found else { return .base }
      throw Problem(
        404, .notFound,
        "Sessions are the daemon's, and the call came by session '\(found.text)': make it without "
          + "that session's path, header, port or host.")
    }
    guard let name else { return found.map { .session($0) } ?? .base }
    if name == "*" {
      guard reach == .everything else {
        throw Problem(
          400, .invalidField,
          "'session=*' goes with reads of the journal, of held requests and of events; name one "
            + "session here.")
      }
      guard found == nil else { throw Self.conflict(found, name) }
      return .all
    }
    let session: Session
    do throws(Sessions.Problem) {
      session = try sessions.session(name)
    } catch {
      if case .unknown = error, reach == .record || reach == .everything, found == nil,
        let book = sessions.endedBook(name)
      {
        return .ended(book)
      }
      throw Problem(error)
    }
    guard found == nil || found === session else { throw Self.conflict(found, name) }
    return .session(session)
  }

  private static func conflict(_ found: Session?, _ name: String) -> Problem {
    Problem(
      400, .conflictingSessions,
      "The call came by session '\(found?.text ?? "")', and 'session=\(name)' names another: name one."
    )
  }
}

extension Problem {
  /// Why a session cannot begin, or cannot be found, in the words of the API.
  init(_ problem: Sessions.Problem) {
    switch problem {
    case .tooMany(let limit):
      self.init(
        429, .tooManySessions,
        "There are \(limit) sessions, as many as there may be (--max-sessions). End one that is not "
          + "needed, by DELETE \(AdminPath.sessions)/ID, or let them end sooner by 'ttlSeconds'.")
    case .choice(let problem): self.init(problem)
    case .unknown(let text, let suggestion):
      self.init(
        404, .unknownSession,
        "There is no session '\(text)': it was never begun, or it has ended.\(suggestion)")
    case .ambiguous(let name, let ids):
      self.init(
        409, .ambiguousSession,
        "\(ids.count) sessions have the name '\(name)': give the id of one.",
        members: ["known": .array(ids.map { .string($0) })])
    }
  }
}
