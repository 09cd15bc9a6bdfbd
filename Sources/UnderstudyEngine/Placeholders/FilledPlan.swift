import MicroHTTPD
import Understudy

/// An answer that takes values from its request: made anew for each.
struct FilledPlan: Sendable {
  let template: AnswerTemplate
  let transforms: [Transform]
  let scope: PlaceholderScope

  /// Whether it takes a value out of the request's body.
  var readsBody: Bool { template.readsBody || transforms.contains(where: \.readsBody) }

  func action(_ plan: Plan, _ request: ReceivedRequest, warning: String? = nil) -> Action {
    let filling = Filling(request, scope, plan.maker.surroundings)
    var answer = template.filled(by: filling)
    // What is made for one request is not asked for again.
    if template.fillsBody || !transforms.allSatisfy(\.isFixed) { answer.validators = nil }
    return plan.action(
      answer, transforms.map { $0.filled(by: filling) }, warning: warning)
  }
}
