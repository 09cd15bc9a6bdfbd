import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Answers the admin API: finds the resource of a call, and turns its value or error into a reply.
final class AdminHandler: Sendable {
  /// The longest body of a call, in bytes.
  static let maxBody = 1024 * 1024

  private let guardian: AdminGuard
  private let context: AdminContext
  private let resources: [any AdminResource.Type] = [
    HealthResource.self, RoutesResource.self, RouteResource.self, RouteVariantResource.self,
    VariantResource.self, VariantsResource.self, NetworkResource.self, ResetResource.self,
  ]
  private let maker = ReplyMaker(addsMarkers: false)

  init(
    _ guardian: AdminGuard, _ switchboard: Switchboard, startedAt: Moment, time: any TimeSource
  ) {
    self.guardian = guardian
    context = AdminContext(switchboard: switchboard, startedAt: startedAt, time: time)
  }

  /// Tells which daemons' parked requests a reset drops.
  func drops(from daemons: [Daemon]) {
    context.daemons.withLock { $0 = daemons.map(WeakDaemon.init) }
  }

  /// Answers a call.
  func respond(to exchange: Exchange, _ target: Target) -> Action {
    let origin = exchange.text(of: "Origin")
    let method = String(decoding: exchange.method, as: UTF8.self)
    // Reading is not worth a line in the log; a change is.
    exchange.attachment = LogNote("admin", isQuiet: method == "GET" || method == "HEAD")
    do throws(Problem) {
      let answer = try answer(exchange, target, method, origin)
      return .reply(
        reply(answer.status, answer.json, answer.headers + originHeaders(origin)))
    } catch {
      exchange.attachment = LogNote(error.detail)
      var headers = originHeaders(origin)
      if error.status == 401 { headers.append(Header("WWW-Authenticate", "Bearer")) }
      if case .array(let allowed)? = error.members["allow"] {
        headers.append(
          Header("Allow", allowed.compactMap(\.stringValue).joined(separator: ", ")))
      }
      return .reply(ProblemReplies(maker).reply(error, headers: headers))
    }
  }

  private func answer(
    _ exchange: Exchange, _ target: Target, _ method: String, _ origin: String?
  ) throws(Problem) -> AdminAnswer {
    let path = target.segments.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    guard let resource = resources.first(where: { $0.matches(path) }) else {
      throw notFound(method, path)
    }
    let isPreflight = method == "OPTIONS"
    if !resource.isExempt {
      try guardian.check(
        host: exchange.text(of: "Host"), origin: origin,
        authorization: isPreflight
          ? guardian.token.map { "Bearer \($0)" } : exchange.text(of: "Authorization"))
    }
    let allowed = resource.methods
    if isPreflight { return preflight(allowed, origin) }
    guard allowed.contains(method) || (method == "HEAD" && allowed.contains("GET")) else {
      throw Problem(
        405, .methodNotAllowed,
        "\(method) does not go with '\(String(decoding: target.bytes[target.path], as: UTF8.self))'; "
          + "it takes \(allowed.joined(separator: ", ")).",
        members: ["allow": .array(allowed.map { .string($0) })])
    }
    try checkQuery(target)
    guard exchange.body.count <= Self.maxBody else {
      throw Problem(413, .bodyTooLarge, "The body of an admin call may have 1 MiB at most.")
    }
    let call = AdminCall(
      path: path, method: method == "HEAD" ? "GET" : method, body: exchange.body,
      contentType: exchange.text(of: "Content-Type"))
    return AdminAnswer(try resource.answer(call, context))
  }

  /// No call has query parameters yet: one that is sent would be ignored, so it is refused.
  private func checkQuery(_ target: Target) throws(Problem) {
    guard let pair = QueryPairs(target.bytes[target.query]).pairs.first else { return }
    let name = String(decoding: pair.name, as: UTF8.self)
    if name == "session" {
      let id = String(decoding: pair.value ?? [], as: UTF8.self)
      throw Problem(404, .unknownSession, "There is no session '\(id)'.")
    }
    throw Problem(400, .unknownField, "The query parameter '\(name)' is not known here.")
  }

  private func notFound(_ method: String, _ path: [String]) -> Problem {
    let asked = ([AdminPath.root] + path).joined(separator: "/")
    let known = [
      AdminPath.health, AdminPath.routes, AdminPath.variant, AdminPath.variants, AdminPath.network,
      AdminPath.reset, AdminPath.route("{id}"), AdminPath.variant(ofRoute: "{id}"),
    ]
    let advice =
      ForeignCall.find(method, asked).map { " \($0.sentence)" }
      ?? Spelling.suggestion(for: asked, among: known)
    return Problem(
      404, .notFound, "The admin API has no '\(asked)'.\(advice)",
      members: ["known": .array(known.map { .string($0) })])
  }

  // MARK: - Origins

  private func preflight(_ allowed: [String], _ origin: String?) -> AdminAnswer {
    var answer = AdminAnswer(nil)
    answer.status = 204
    answer.headers = [Header("Allow", (allowed + ["OPTIONS"]).joined(separator: ", "))]
    if origin != nil {
      answer.headers += [
        Header("Access-Control-Allow-Methods", allowed.joined(separator: ", ")),
        Header("Access-Control-Allow-Headers", "authorization, content-type"),
        Header("Access-Control-Max-Age", "600"),
      ]
    }
    return answer
  }

  private func originHeaders(_ origin: String?) -> [Header] {
    guard let origin, guardian.isAllowed(origin: origin) else { return [] }
    return [Header("Access-Control-Allow-Origin", origin), Header("Vary", "Origin")]
  }

  private func reply(_ status: Int, _ json: JSON?, _ headers: [Header]) -> Reply {
    var answer = Answer(status: status, headers: [Header("Cache-Control", "no-store")] + headers)
    if let json {
      answer.headers.append(Header("Content-Type", "application/json"))
      answer.body = json.bytes(pretty: true) + [UInt8(ascii: "\n")]
    }
    return maker.reply(answer)
  }
}

/// What a call is answered with.
struct AdminAnswer {
  var status = 200
  var json: JSON?
  var headers: [Header] = []

  init(_ json: JSON?) {
    self.json = json
  }
}

extension Exchange {
  /// The value of a header line as text.
  func text(of name: StaticString) -> String? {
    head.first(name).map { String(decoding: $0, as: UTF8.self) }
  }
}
