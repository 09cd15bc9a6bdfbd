import MicroHTTPD
import Platform
import Understudy

/// An answer that is computed from the request.
struct DynamicPlan: Sendable {
  let computation: Computation
  /// The outcome around the closure, whose status and headers lie over what it returns.
  let outcome: Outcome
  let transforms: [Transform]
  let builder: PlanBuilder

  private static let origin: Variant = "outcome"

  func perform(
    _ plan: Plan, _ request: ReceivedRequest, _ delay: Duration?, _ added: Duration
  ) -> Performed {
    let parameters = builder.route.template.parameters(in: request.target) ?? [:]
    let copy = request.copy(parameters: parameters)
    if request.computesNow, case .now(let compute) = computation {
      return finish(plan, request, Result { try compute(copy) }, delay, added)
    }
    // Requests do not cross threads; what they are made of does.
    let maker = request.maker
    let finished: @Sendable (Result<Outcome, any Error>) -> Action = { result in
      switch finish(plan, maker(), result, delay, added) {
      case .action(let action): action
      case .miss(let reason): plan.action(.miss(reason), [])
      }
    }
    return .action(
      .awaited { finish in
        switch computation {
        case .now(let compute):
          ThreadPool.closures.run { finish(finished(Result { try compute(copy) })) }
          return {}
        case .later(let compute):
          return ThreadPool.closures.begin {
            let result: Result<Outcome, any Error>
            do {
              result = .success(try await compute(copy))
            } catch {
              result = .failure(error)
            }
            finish(finished(result))
          }
        }
      })
  }

  /// What is done once the closure has returned.
  private func finish(
    _ plan: Plan, _ request: ReceivedRequest, _ result: Result<Outcome, any Error>,
    _ delay: Duration?, _ added: Duration
  ) -> Performed {
    let computed: Outcome
    do {
      // What it returns may quote the request: braces in it are text.
      computed = try result.get().withOwnTextVerbatim
    } catch {
      return fail(plan, "dynamic-failed", "threw an error: \(error)")
    }
    if case .dynamic = computed.action {
      return fail(plan, "dynamic-failed", "returned another computed outcome")
    }
    if let problem = OutcomeCheck(builder.route, nil).problems(of: computed).first {
      return fail(plan, "dynamic-failed", "returned an outcome that \(problem.message)")
    }
    if computed.mentionsUpload {
      let reason = OutcomeProblem.uploadTooLate.message
      return fail(plan, "dynamic-failed", "returned an outcome that \(reason)")
    }
    do throws(OutcomeProblem) {
      var recipe = try builder.route.table.recipe(computed, origin: Self.origin)
      var outer = outcome
      outer.delay = nil
      outer.pace = nil
      outer.upload = nil
      recipe.overlay(outer)
      recipe.transforms += transforms
      // A variant that it names keeps its positions; an outcome of its own has none to keep.
      let bank = recipe.origin == Self.origin ? .fleeting : builder.bank
      let once = try PlanBuilder(
        route: builder.route, bank: bank, fixtures: builder.fixtures,
        maker: builder.maker.forOneRequest
      ).computedPlan(recipe, variant: plan.variant)
      if once.isComputed {
        return fail(plan, "dynamic-failed", "returned an outcome that is computed again")
      }
      return once.perform(request, inherited: delay, added: added)
    } catch {
      return fail(plan, "dynamic-failed", "returned an outcome that \(error.message)")
    }
  }

  private func fail(_ plan: Plan, _ code: String, _ what: String) -> Performed {
    let detail = "The closure of variant '\(plan.variant)' of route '\(plan.routeID)' \(what)."
    return .action(plan.action(.failure(code, detail), []))
  }
}
