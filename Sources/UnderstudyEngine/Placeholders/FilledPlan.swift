import MicroHTTPD
import Understudy

/// An answer that takes values from its request: made anew for each.
struct FilledPlan: Sendable {
  let template: AnswerTemplate
  let transforms: [Transform]
  let scope: PlaceholderScope

  func action(_ plan: Plan, _ request: ReceivedRequest, warning: String? = nil) -> Action {
    let filling = Filling(request, scope, plan.maker.surroundings)
    return plan.action(
      template.filled(by: filling), transforms.map { $0.filled(by: filling) }, warning: warning)
  }
}
