import Understudy

/// The paths of the admin API, written once for server, client and command line.
public enum AdminPath {
  /// What all of them begin with; no route may.
  public static let root = ReservedPath.admin
  /// What the paths of requests to sessions begin with; no route may lie there.
  public static let session = ReservedPath.session
  /// What holds for as long as the daemon runs.
  public static let daemon = "/__admin/daemon"
  /// Whether the daemon serves.
  public static let health = "/__admin/health"
  /// How much of everything there is, for Prometheus.
  public static let metrics = "/__admin/metrics"
  /// All routes.
  public static let routes = "/__admin/routes"
  /// The override for all routes.
  public static let variant = "/__admin/variant"
  /// Many overrides in one step.
  public static let variants = "/__admin/variants"
  /// The conditions of all answers.
  public static let network = "/__admin/network"
  /// What happens, as Server-Sent Events.
  public static let events = "/__admin/events"
  /// The answers that stay open.
  public static let streams = "/__admin/streams"
  /// Everything back to the start.
  public static let reset = "/__admin/reset"

  /// All sessions.
  public static let sessions = "/__admin/sessions"
  /// All scenarios.
  public static let scenarios = "/__admin/scenarios"
  /// The scenario that is chosen.
  public static let scenario = "/__admin/scenario"
  /// The requests that are held.
  public static let held = "/__admin/held"
  /// The release of those of one route, or of all.
  public static let release = "/__admin/held/release"

  /// The journal.
  public static let requests = "/__admin/requests"
  /// A question to the journal that can wait for its answer.
  public static let verifications = "/__admin/verifications"

  /// The control panel.
  public static let panel = "/__admin/"
  /// The description of the admin API (OpenAPI 3.1).
  public static let openAPI = "/__admin/openapi.json"

  /// One route.
  public static func route(_ id: String) -> String { "\(routes)/\(id)" }
  /// One request of the journal.
  public static func request(_ seq: Int) -> String { "\(requests)/\(seq)" }
  /// The override for one route.
  public static func variant(ofRoute id: String) -> String { "\(routes)/\(id)/variant" }
  /// One session; what is in its name must be percent-encoded.
  public static func session(_ id: String) -> String { "\(sessions)/\(id)" }
  /// The open stream with which a session ends.
  public static func lease(ofSession id: String) -> String { "\(sessions)/\(id)/lease" }
  /// Whether the port of a session refuses connections.
  public static func offline(ofSession id: String) -> String { "\(sessions)/\(id)/offline" }
  /// What clients of a session meet that speak TLS.
  public static func tls(ofSession id: String) -> String { "\(sessions)/\(id)/tls" }
  /// The release of one held request.
  public static func release(_ seq: Int) -> String { "\(held)/\(seq)/release" }
}

/// The version of the daemon and of its API.
public enum Version {
  /// Semantic versioning, such as `0.1.0`.
  public static let current = "0.1.0"
  /// When it was made, for the manual page.
  public static let date = "2026-11-30"
}
