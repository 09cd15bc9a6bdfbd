import MicroHTTPD
import Understudy

/// A redirect that leads each request back to where it went.
struct RedirectLoop: Sendable {
  /// The statuses that redirect (RFC 9110, 15.4).
  static let statuses = [301, 302, 303, 307, 308]

  private let status: Int?
  private let template: AnswerTemplate
  private let transforms: [Transform]
  private let scope: PlaceholderScope

  /// Takes the status and the headers of an outcome.
  ///
  /// - Throws: ``OutcomeProblem`` where a header has a placeholder that cannot be filled.
  init(
    _ outcome: Outcome, _ transforms: [Transform], _ scope: PlaceholderScope
  ) throws(OutcomeProblem) {
    status = outcome.status
    template = AnswerTemplate(Answer(outcome), scope, body: nil)
    self.transforms = transforms
    self.scope = scope
    if let problem = template.problems.first { throw problem }
  }

  /// Whether a value of its headers comes out of the request's body.
  var readsBody: Bool { template.readsBody || transforms.contains(where: \.readsBody) }

  func action(_ plan: Plan, _ request: ReceivedRequest) -> Action {
    let filling = Filling(request, scope, plan.maker.surroundings)
    var answer = template.filled(by: filling)
    answer.status = status ?? (request.isGetOrHead ? 302 : 307)
    answer.addUnlessSet("Location", Self.location(of: request))
    return plan.action(answer, transforms.map { $0.filled(by: filling) })
  }

  /// The path and the query of a request as they were sent.
  private static func location(of request: ReceivedRequest) -> String {
    let target = request.target
    var bytes = request.prefix + target.bytes[target.path.lowerBound...]
    // Two slashes would name a host (RFC 3986, 4.2); a dot segment between them goes on the way.
    if bytes.starts(with: "//".utf8) { bytes.insert(contentsOf: "/.".utf8, at: 0) }
    return String(
      decoding: bytes.flatMap { $0 < 0x80 ? [$0] : PercentEncoding.encoded($0) }, as: UTF8.self)
  }
}
