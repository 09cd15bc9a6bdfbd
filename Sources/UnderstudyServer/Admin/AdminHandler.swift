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
  /// All resources; each has its entry in ``OpenAPI``, which a test holds against this list.
  static let resources: [any AdminResource.Type] = [
    HealthResource.self, RoutesResource.self, RouteResource.self, RouteVariantResource.self,
    VariantResource.self, VariantsResource.self, NetworkResource.self, ResetResource.self,
    RequestsResource.self, RequestResource.self, VerificationsResource.self, EventsResource.self,
    ScenariosResource.self, ScenarioResource.self, SessionsResource.self, SessionResource.self,
    SessionOfflineResource.self, SessionTLSResource.self, SessionLeaseResource.self,
    HeldResource.self, ReleaseResource.self, ReleasesResource.self, StreamsResource.self,
    StreamResource.self,
    OpenAPIResource.self, DaemonResource.self, MetricsResource.self, PanelResource.self,
    PanelFileResource.self,
    PanelRedirectResource.self,
  ]
  private let maker = ReplyMaker(addsMarkers: false)

  init(_ guardian: AdminGuard, _ context: AdminContext) {
    self.guardian = guardian
    self.context = context
  }

  /// Answers a call.
  ///
  /// - Parameters:
  ///   - exchange: the call.
  ///   - target: its target, without what named its session.
  ///   - session: the session by whose path, header, port or host it came; nil where by none.
  /// - Returns: what is done.
  func respond(to exchange: Exchange, _ target: Target, _ session: Session? = nil) -> Action {
    let origin = exchange.text(of: "Origin")
    let method = String(decoding: exchange.method, as: UTF8.self)
    // Reading is not worth a line in the log; a change is.
    exchange.attachment = LogNote("admin", isQuiet: method == "GET" || method == "HEAD")
    // What it changed here would be lost.
    if exchange.isLate { return refuse(exchange, .handedOver, origin) }
    do throws(Problem) {
      let (subject, answer) = try answer(exchange, target, method, origin, session)
      let use = subject.session.map { SessionUse($0, context.time) }
      return try action(exchange, answer, method, origin, use)
    } catch {
      return refuse(exchange, error, origin)
    }
  }

  private func refuse(_ exchange: Exchange, _ problem: Problem, _ origin: String?) -> Action {
    exchange.attachment = LogNote(problem.detail)
    return .reply(reply(problem, origin))
  }

  /// Answers a call, on its worker.
  private func action(
    _ exchange: Exchange, _ answer: AdminAnswer, _ method: String, _ origin: String?,
    _ use: SessionUse?
  ) throws(Problem) -> Action {
    switch answer {
    case .now(let status, let json, let headers):
      return .reply(reply(status, json, headers + originHeaders(origin)))
    case .text(let type, let bytes):
      return .reply(
        maker.reply(
          Answer(
            status: 200,
            headers: [Header("Cache-Control", "no-store"), Header("Content-Type", type)]
              + originHeaders(origin), body: bytes)))
    case .file(let reply): return .reply(reply)
    case .stream(let headers, let source):
      let all = headers + [Header("Cache-Control", "no-store")] + originHeaders(origin)
      // What a stream's end means has not begun where only its head is asked for.
      var body = source
      if method == "HEAD" { body = { NoBody() } }
      return .reply(
        Reply(status: 200, fields: all.map { Field($0.name, $0.value) }, source: body))
    case .waiting(let waiting): return wait(exchange, waiting, origin, use)
    case .computed(let compute):
      return .awaited { finish in
        ThreadPool.closures.run {
          let result = Result(catching: compute)
          // The rest is the worker's again: it notes something at the call.
          finish(
            .computed { [self, weak exchange] in
              guard let exchange else { return .close }
              do throws(Problem) {
                return try action(exchange, result.get(), method, origin, use)
              } catch {
                return refuse(exchange, error, origin)
              }
            })
        }
        return {}
      }
    }
  }

  /// Answers at once where that can be decided, else when it is, without a thread meanwhile.
  private func wait(
    _ exchange: Exchange, _ waiting: WaitingAnswer, _ origin: String?, _ use: SessionUse?
  ) -> Action {
    let call = WaitingCall(exchange, waiting, use) { result in
      switch result {
      case .success(let json): self.reply(200, json, self.originHeaders(origin))
      case .failure(let problem): self.reply(problem, origin)
      }
    }
    if let reply = call.reply(at: context.time.now) { return .reply(reply) }
    exchange.attachment = call
    context.watch.add(call)
    return .delayed(waiting.limit, .computed { .reply(call.lastReply(at: self.context.time.now)) })
  }

  private func answer(
    _ exchange: Exchange, _ target: Target, _ method: String, _ origin: String?,
    _ session: Session?
  ) throws(Problem) -> (AdminSubject, AdminAnswer) {
    let path = target.segments.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    guard let resource = Self.resources.first(where: { $0.matches(path) }) else {
      throw notFound(method, path)
    }
    let isPreflight = method == "OPTIONS"
    if !resource.isExempt {
      let host = exchange.text(of: "Host")
      let isSessionHost = host.flatMap { session?.isHost($0) } ?? false
      let isOwn = origin.map {
        guardian.isOwn(
          origin: $0, host: host ?? "", isSession: isSessionHost, isSecure: exchange.tls != nil)
      }
      try guardian.check(
        host: isSessionHost ? nil : host, origin: isOwn == true ? nil : origin,
        authorization: isPreflight
          ? guardian.token.map { "Bearer \($0)" } : exchange.text(of: "Authorization"))
    }
    let allowed = resource.methods
    if isPreflight { return (.base, preflight(allowed, origin)) }
    guard allowed.contains(method) || (method == "HEAD" && allowed.contains("GET")) else {
      throw Problem(
        405, .methodNotAllowed,
        "\(method) does not go with '\(String(decoding: target.bytes[target.path], as: UTF8.self))'; "
          + "it takes \(allowed.joined(separator: ", ")).",
        members: ["allow": .array(allowed.map { .string($0) })])
    }
    let asked = method == "HEAD" ? "GET" : method
    let parameters = try AdminParameters(
      QueryPairs(target.bytes[target.query]).pairs, known: resource.parameters(of: asked))
    guard exchange.body.count <= Self.maxBody else {
      throw Problem(413, .bodyTooLarge, "The body of an admin call may have 1 MiB at most.")
    }
    let call = AdminCall(
      path: path, method: asked, body: exchange.body,
      contentType: exchange.text(of: "Content-Type"),
      contentEncoding: exchange.text(of: "Content-Encoding"),
      lastEventID: exchange.text(of: "Last-Event-ID"),
      subject: try context.subject(session, parameters.text("session"), resource.reach),
      parameters: parameters)
    return (call.subject, try answer(call, resource))
  }

  /// Answers a call, and waits for what began before it where it asks for that.
  private func answer(
    _ call: AdminCall, _ resource: any AdminResource.Type
  ) throws(Problem) -> AdminAnswer {
    let limit = try call.parameters.seconds(
      "drainSeconds", upTo: VerificationRequest.longestWaitSeconds)
    guard try call.parameters.choice("drain", Truth.self) == .yes else {
      guard limit == nil else {
        throw Problem(
          400, .invalidField, "The query parameter 'drainSeconds' goes with 'drain=true' only.")
      }
      return try resource.answer(call, context)
    }
    var drained = call
    drained.subject = try resource.drained(call, context)
    let drain = Drain(context.world(drained), context.view(drained))
    let finish: @Sendable (AdminAnswer) -> AdminAnswer = { [context] answer in
      drain.changeIsMade()
      return .waiting(
        drain.answer(answer, limit: limit ?? Drain.usualLimit, from: context.time.now))
    }
    let answer = try resource.answer(call, context)
    guard case .computed(let compute) = answer else { return finish(answer) }
    return .computed { () throws(Problem) in finish(try compute()) }
  }

  private func notFound(_ method: String, _ path: [String]) -> Problem {
    let asked = ([AdminPath.root] + path).joined(separator: "/")
    let known = Self.resources.map { $0.template }
    let advice =
      ForeignCall.find(method, asked).map { " \($0.sentence)" }
      ?? Spelling.suggestion(for: asked, among: known)
    return Problem(
      404, .notFound, "The admin API has no '\(asked)'.\(advice)",
      members: ["known": .array(known.map { .string($0) })])
  }

  // MARK: - Origins

  private func preflight(_ allowed: [String], _ origin: String?) -> AdminAnswer {
    var headers = [Header("Allow", (allowed + ["OPTIONS"]).joined(separator: ", "))]
    if origin != nil {
      headers += [
        Header("Access-Control-Allow-Methods", allowed.joined(separator: ", ")),
        Header("Access-Control-Allow-Headers", "authorization, content-type, understudy-session"),
        Header("Access-Control-Max-Age", "600"),
      ]
    }
    return .now(status: 204, nil, headers)
  }

  private func originHeaders(_ origin: String?) -> [Header] {
    guard let origin, guardian.isAllowed(origin: origin) else { return [] }
    return [Header("Access-Control-Allow-Origin", origin), Header("Vary", "Origin")]
  }

  private func reply(_ problem: Problem, _ origin: String?) -> Reply {
    var headers = originHeaders(origin)
    if problem.status == 401 { headers.append(Header("WWW-Authenticate", "Bearer")) }
    if problem.code == .handedOver { headers.append(Header("Retry-After", "1")) }
    if case .array(let allowed)? = problem.members["allow"] {
      headers.append(
        Header("Allow", allowed.compactMap(\.stringValue).joined(separator: ", ")))
    }
    return ProblemReplies(maker).reply(problem, headers: headers)
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

extension Problem {
  /// A call that nobody can pass on to the process which decides now.
  static let handedOver = Problem(
    503, .handedOver,
    "Another build of the daemon has taken over, and this connection with TLS is still with the one "
      + "before. Make the call again: on a new connection it is heard.")
}

/// What a call is answered with.
enum AdminAnswer {
  /// This, at once.
  case now(status: Int, JSON?, [Header])
  /// A body that is made while it is sent.
  case stream(headers: [Header], @Sendable () -> any BodySource)
  /// 200 with text of a type.
  case text(type: String, [UInt8])
  /// A file of the panel.
  case file(Reply)
  /// What is decided later.
  case waiting(WaitingAnswer)
  /// What a closure of a route's author has a part in, which may take its time: asked for on a thread
  /// of its own.
  case computed(@Sendable () throws(Problem) -> AdminAnswer)

  /// 200 with a document.
  static func json(_ json: JSON) -> AdminAnswer { .now(status: 200, json, []) }
}

/// The body of an answer to HEAD.
private final class NoBody: BodySource {
  func next(atMost count: Int) -> BodyPiece { .end }
  func sends(to exchange: Exchange) {}
  func ended() {}
}

extension Exchange {
  /// The value of a header line as text.
  func text(of name: StaticString) -> String? {
    head.first(name).map { String(decoding: $0, as: UTF8.self) }
  }
}
