import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

extension AdminContext {
  /// A session as it is now.
  func description(of session: Session) -> SessionDescription {
    descriptions(of: [session])[0]
  }

  /// Sessions as they are now, in their order.
  func descriptions(of sessions: [Session]) -> [SessionDescription] {
    let (now, wallTime) = (time.now, self.wallTime())
    let held = held.all { $0.session != nil }.reduce(into: [String: Int]()) { counts, held in
      counts[held.entry.session ?? "", default: 0] += 1
    }
    return sessions.map { session in
      session.world.endLeases(at: now)
      let snapshot = session.world.current
      let left = session.end(from: now) - now
      return SessionDescription(
        id: session.text, name: session.name, createdAt: session.createdTime.iso8601,
        expiresAt: wallTime.advanced(byNanoseconds: Int(left / .nanoseconds(1))).iso8601,
        ttlSeconds: session.timeToLive / .seconds(1), urls: urls(of: session),
        scenario: snapshot.scenario, isOffline: snapshot.isOffline, revision: snapshot.revision,
        requests: journal.view(of: session.world.book).counts.total, held: held[session.text] ?? 0)
    }
  }

  /// The URLs that lead to a session; by its host only where the system resolves that name.
  private func urls(of session: Session) -> SessionDescription.URLs {
    let (host, port) = base.local
    let ending = port.map { ":\($0)" } ?? ""
    return SessionDescription.URLs(
      prefix: "http://\(host)\(ending)\(AdminPath.session)/\(session.text)",
      host: "http://\(session.text).localhost\(ending)",
      port: ports.port(of: session).map { "http://\(host):\($0)" })
  }

  /// The session of an id or a name in a path.
  ///
  /// - Throws: ``Problem`` where there is none, or more than one.
  func session(_ text: String) throws(Problem) -> Session {
    do throws(Sessions.Problem) {
      return try sessions.session(text)
    } catch {
      throw Problem(error)
    }
  }
}
