import MicroHTTPD
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Finds the session of a request: by its path, a header line, its port or its host's name.
struct SessionFinder: Sendable {
  private let sessions: Sessions
  private let ports: SessionPorts
  /// The names before `.localhost` that routes ask for themselves: those are no sessions.
  private let ownNames: Set<[UInt8]>
  private let isRequired: Bool

  /// A finder.
  ///
  /// - Parameters:
  ///   - sessions: all sessions.
  ///   - ports: the ports of their own that sessions have.
  ///   - entries: the routes.
  ///   - isRequired: whether every request must name one.
  init(_ sessions: Sessions, _ ports: SessionPorts, _ entries: [RouteEntry], isRequired: Bool) {
    self.sessions = sessions
    self.ports = ports
    self.isRequired = isRequired
    ownNames = Set(
      entries.compactMap { entry in
        let head = HeadLines([("Host", entry.route.rules.host?.text ?? "")])
        return head.labelBelowLocalhost.map(Self.lowercased)
      })
  }

  /// Where a request belongs.
  struct Place {
    /// Its session; nil where it names none.
    var session: Session?
    /// Its target without what named the session.
    var target: Target
    /// What was removed from the path: `/__session/ID`, or nothing.
    var prefix: [UInt8] = []
  }

  /// The place of a request.
  ///
  /// - Throws: ``Problem`` where it names a session that is none, or two, or none where it must.
  func place(_ exchange: Exchange, _ target: Target, _ head: HeadLines) throws(Problem) -> Place {
    var place = Place(target: target)
    if target.isReserved, !target.isAdmin { try removePrefix(&place) }
    if let lines = head.firstTwo("Understudy-Session") {
      try add(lines.first, .header, to: &place)
      // Two lines that differ name two sessions.
      if let second = lines.second { try add(second, .header, to: &place) }
    }
    if let session = try ports.session(of: exchange) { try add(session, to: &place) }
    if let name = head.labelBelowLocalhost { try add(host: name, to: &place) }
    if place.session == nil, isRequired, !place.target.isAdmin { throw Self.required }
    return place
  }

  private func removePrefix(_ place: inout Place) throws(Problem) {
    let path = place.target.bytes[place.target.path]
    let rest = path.dropFirst(AdminPath.session.utf8.count + 1)
    let id = rest.prefix { $0 != UInt8(ascii: "/") }
    try add(id, .path, to: &place)
    let count = AdminPath.session.utf8.count + 1 + id.count
    place.prefix = Array(path.prefix(count))
    do throws(TargetProblem) {
      place.target = try place.target.removing(count)
    } catch {
      throw Problem(400, .malformedTarget, error.message)
    }
  }

  private func add(
    _ text: ArraySlice<UInt8>, _ way: Way, to place: inout Place
  ) throws(Problem) {
    guard let session = sessions.find(text) else { throw Self.unknown(text, way) }
    try add(session, to: &place)
  }

  private func add(_ session: Session, to place: inout Place) throws(Problem) {
    if let other = place.session, other !== session {
      throw Problem(
        400, .conflictingSessions,
        "The request names two sessions, '\(other.text)' and '\(session.text)': name one, by its "
          + "path, the header '\(HeaderName.session)', its port or its host.")
    }
    place.session = session
  }

  /// Adds the session that a host names; names that routes ask for are none.
  private func add(host name: ArraySlice<UInt8>, to place: inout Place) throws(Problem) {
    let name = Self.lowercased(name)
    if ownNames.contains(name) { return }
    if !place.target.isAdmin {
      try add(name[...], .host, to: &place)
    } else if let session = sessions.find(name[...]) {
      // Of any other name the admin API's guard has the last word.
      try add(session, to: &place)
    }
  }

  private static func lowercased(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  /// How a request names a session.
  enum Way: String {
    case path = "the path"
    case header = "the header 'Understudy-Session'"
    case host = "the host"
  }

  // MARK: - Words

  static func unknown(_ text: ArraySlice<UInt8>, _ way: Way) -> Problem {
    Problem(
      404, .unknownSession,
      "There is no session '\(ShownText.text(text))', which \(way.rawValue) names: it was never begun, or it "
        + "has ended. POST \(AdminPath.sessions) begins one.")
  }

  private static let required = Problem(
    404, .sessionRequired,
    "The request names no session, and this daemon takes none without (--require-session). Name it "
      + "by the path \(AdminPath.session)/ID/..., the header '\(HeaderName.session)', its port or its "
      + "host.")
}
