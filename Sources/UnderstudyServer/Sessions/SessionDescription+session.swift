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
        requests: journal.view(of: session.world.book).counts.total, held: held[session.text] ?? 0,
        tls: profiles.identities.map { _ in
          TLSChoice(profile: snapshot.tls, names: tlsNames.names(of: session))
        })
    }
  }

  /// The URLs that lead to a session; by its host only where the system resolves that name.
  private func urls(of session: Session) -> SessionDescription.URLs {
    let own = ports.ports(of: session)
    let usual = Self.urls(
      of: session, base.local, port: base.local.scheme == "https" ? own.secure : own.plain)
    let secure = base.localSecure.map { Self.urls(of: session, $0, port: own.secure) }
    return SessionDescription.URLs(
      prefix: usual.prefix, host: usual.host, port: usual.port, tlsPrefix: secure?.prefix,
      tlsHost: secure?.host, tlsPort: secure?.port)
  }

  private static func urls(
    of session: Session, _ base: (scheme: String, host: String, port: Int?), port: Int?
  ) -> (prefix: String, host: String, port: String?) {
    let ending = base.port.map { ":\($0)" } ?? ""
    let scheme = base.scheme
    return (
      "\(scheme)://\(base.host)\(ending)\(AdminPath.session)/\(session.text)",
      "\(scheme)://\(session.text).localhost\(ending)",
      port.map { "\(scheme)://\(base.host):\($0)" }
    )
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
