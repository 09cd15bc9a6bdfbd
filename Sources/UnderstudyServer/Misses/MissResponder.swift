import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Answers requests that no route takes.
///
/// A miss must cost about as much as a hit, or a client that retries in a loop slows everybody
/// down: what comes again is answered from memory, and only so many a second are explained by
/// comparing all paths.
final class MissResponder: Sendable {
  /// How many requests a second have all paths compared.
  static let searchesPerSecond = 500

  /// Explains a request at any time, as the journal does.
  let search: NearMissSearch
  private let problems: ProblemReplies
  private let budget: SearchBudget
  private let memory = MissMemory()
  private let redaction: Redaction
  private let linksAdmin: Bool

  init(
    _ search: NearMissSearch, _ problems: ProblemReplies, redaction: Redaction,
    time: any TimeSource, linksAdmin: Bool
  ) {
    self.search = search
    self.problems = problems
    self.redaction = redaction
    self.linksAdmin = linksAdmin
    budget = SearchBudget(perSecond: Self.searchesPerSecond, time: time)
  }

  /// Answers OPTIONS with the methods of the path, and everything else with an explanation.
  func answer(_ exchange: Exchange, _ request: ReceivedRequest) -> Action {
    if request.method == Self.options, let action = answerOptions(exchange, request) {
      return action
    }
    let key = MissMemory.Key(request)
    if let key, let known = memory.answer(key) {
      exchange.attachment = known.note
      return .reply(known.reply)
    }
    let explanation = search.explanation(of: request) { budget.take() }
    let miss = Miss(request, explanation)
    let reply = reply(miss, request.head, prefix: request.prefix)
    let answer = MissMemory.Answer(
      reply: reply, note: LogNote(miss.note(redaction)), byteCount: reply.bodyLength ?? 0)
    // An answer that was made in haste is made anew, better, once there is time; one that a file or a
    // closure has a part in is made anew, as they may have changed.
    if let key, !explanation.isHasty, !explanation.mayChange { memory.keep(answer, for: key) }
    exchange.attachment = answer.note
    return .reply(answer.reply)
  }

  /// Answers a request whose route cannot serve it, for a reason of its own.
  ///
  /// - Parameters:
  ///   - exchange: the request.
  ///   - reason: the reason.
  ///   - prefix: what led to its session.
  /// - Returns: what is done.
  func refuse(_ exchange: Exchange, _ reason: String, prefix: [UInt8]) -> Action {
    exchange.attachment = LogNote("miss: \(reason)")
    return .reply(reply(Problem(404, .noMatchingRoute, reason), exchange.head, prefix: prefix))
  }

  /// Answers `OPTIONS *`, which asks about the server as a whole (RFC 9110, 9.3.7).
  func answerServerOptions(_ exchange: Exchange) -> Action {
    allow(exchange, search.methods)
  }

  private static let options = Array("OPTIONS".utf8)

  /// 204 with `Allow`; nil where there is no route at the path, or one that answers OPTIONS itself.
  private func answerOptions(_ exchange: Exchange, _ request: ReceivedRequest) -> Action? {
    if search.hasOptionsRoute(at: request) { return nil }
    let methods = search.methods(at: request)
    return methods.isEmpty ? nil : allow(exchange, methods)
  }

  private func allow(_ exchange: Exchange, _ methods: [String]) -> Action {
    exchange.attachment = LogNote("options")
    return .reply(
      problems.reply(status: 204, headers: [Header("Allow", methods.joined(separator: ", "))]))
  }

  // MARK: - Replies

  private func reply(_ miss: Miss, _ head: HeadLines, prefix: [UInt8]) -> Reply {
    reply(
      miss.problem, head, prefix: prefix, headers: miss.headers,
      nearest: miss.explanation.nearest, hints: miss.explanation.hints)
  }

  private func reply(
    _ problem: Problem, _ head: HeadLines, prefix: [UInt8], headers: [Header] = [],
    nearest: [NearMiss] = [], hints: [String] = []
  ) -> Reply {
    guard AcceptedTypes.preferHTML(head) else { return problems.reply(problem, headers: headers) }
    let page = MissPage(
      problem: problem, nearest: nearest, hints: hints, linksAdmin: linksAdmin, prefix: prefix)
    return problems.reply(
      status: problem.status, headers: MissPage.headers + headers, body: page.bytes)
  }
}
