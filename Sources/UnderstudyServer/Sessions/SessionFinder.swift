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
        Self.name(in: Array((entry.route.rules.host?.text ?? "").utf8)[...])
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

  /// What the header lines, the port and the host of a connection's requests name.
  private final class Lines: Sendable {
    let session: Session?

    init(_ session: Session?) {
      self.session = session
    }
  }

  /// The place of a request.
  ///
  /// - Throws: ``Problem`` where it names a session that is none, or two, or none where it must, or
  ///   where its target cannot be read.
  func place(_ exchange: Exchange) throws(Problem) -> Place {
    var place = try pathPlace(exchange.target, isPlain: exchange.isTargetPlain)
    if let known = exchange.noteForLines as? Lines, known.session?.hasEnded != true {
      if let session = known.session { try add(session, to: &place) }
    } else {
      exchange.noteForLines = nil
      try addLines(exchange, to: &place)
    }
    if place.session == nil, isRequired, !place.target.isAdmin { throw Self.required }
    return place
  }

  /// The place that a path names.
  private func pathPlace(_ raw: [UInt8], isPlain: Bool) throws(Problem) -> Place {
    if raw.starts(with: Self.root) { return try place(in: raw, from: 0) }
    let target = try Self.target(raw, isPlain: isPlain)
    let path = target.path
    // Also the path of a whole URL, and a path that ends where the id should be.
    guard target.mayBeReserved, raw[path].starts(with: Self.root.dropLast()),
      path.count < Self.root.count || raw[path.lowerBound + Self.root.count - 1] == Self.slash
    else { return Place(target: target) }
    return try place(in: raw, from: path.lowerBound)
  }

  /// The place of a target whose path begins with `/__session`.
  private func place(in raw: [UInt8], from start: Int) throws(Problem) -> Place {
    let end = raw[start...].firstIndex(of: UInt8(ascii: "?")) ?? raw.endIndex
    let first = min(start + Self.root.count, end)
    let last = raw[first..<end].firstIndex(of: Self.slash) ?? end
    guard let session = sessions.find(raw[first..<last]) else {
      throw Self.unknown(raw[first..<last], .path)
    }
    let rest = raw[last...]
    // A prefix alone is the root of its session.
    let path = rest.first == Self.slash ? rest : [Self.slash] + rest
    let target = try Self.target(start == 0 ? Array(path) : Array(raw[..<start] + path))
    return Place(session: session, target: target, prefix: session.prefix)
  }

  private static func target(_ raw: [UInt8], isPlain: Bool = false) throws(Problem) -> Target {
    do throws(TargetProblem) {
      return try Target(raw, isPlain: isPlain)
    } catch {
      throw Problem(400, .malformedTarget, error.message)
    }
  }

  private static let slash = UInt8(ascii: "/")
  private static let root = Array("\(AdminPath.session)/".utf8)

  /// Adds what the header lines, the port and the host name, and keeps it for requests like this.
  private func addLines(_ exchange: Exchange, to place: inout Place) throws(Problem) {
    let head = exchange.head
    var own = Place(target: place.target)
    // Two lines that differ name two sessions.
    for line in head.all(Self.sessionName) { try add(line, .header, to: &own) }
    if let session = try ports.session(of: exchange) { try add(session, to: &own) }
    var isKnown = true
    if let host = head.first("Host").flatMap(Self.name), !ownNames.contains(host) {
      if let session = sessions.find(host[...]) {
        try add(session, to: &own)
      } else {
        // Of an admin call the API's guard has the last word.
        guard place.target.isAdmin else { throw Self.unknown(host[...], .host) }
        isKnown = false
      }
    }
    if let session = own.session { try add(session, to: &place) }
    if isKnown { exchange.noteForLines = Lines(own.session) }
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

  /// The one label before `.localhost` in a host, in small letters; nil in any other.
  static func name(in host: ArraySlice<UInt8>) -> [UInt8]? {
    let host = host.map(\.asciiLowercased)
    guard let dot = host.firstIndex(of: UInt8(ascii: ".")), dot > 0,
      host[dot...].starts(with: localhost)
    else { return nil }
    let next = host.dropFirst(dot + localhost.count).first
    return next == nil || next == UInt8(ascii: ":") ? Array(host[..<dot]) : nil
  }

  private static let localhost = Array(".localhost".utf8)
  private static let sessionName = Array(HeaderName.session.lowercased().utf8)

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
