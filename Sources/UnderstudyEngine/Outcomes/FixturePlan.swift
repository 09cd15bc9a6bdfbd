import MicroHTTPD
import Platform
import Understudy

/// An answer that serves a file.
final class FixturePlan: Sendable {
  private let name: FixtureName
  private let outcome: Outcome
  private let transforms: [Transform]
  let ifMissing: Plan?
  private let template: PathTemplate
  private let store: FixtureStore
  /// The file, where its name is fixed.
  private let file: FixtureFile?
  private let prepared = Lock<(fixture: Fixture, action: Action)?>(nil)

  init(
    _ name: FixtureName, _ outcome: Outcome, _ transforms: [Transform], ifMissing: Plan?,
    template: PathTemplate, store: FixtureStore
  ) {
    self.name = name
    self.outcome = outcome
    self.transforms = transforms
    self.ifMissing = ifMissing
    self.template = template
    self.store = store
    file = name.isFixed ? store.file(name.text) : nil
  }

  func perform(
    _ plan: Plan, _ request: ReceivedRequest, _ delay: Duration?, _ added: Duration
  ) -> Performed {
    let result: FixtureResult
    if let file {
      result = file.current
    } else {
      do throws(FixtureName.Refusal) {
        result = store.current(try name.filled(by: template, request.target))
      } catch {
        return .miss(
          "Route '\(plan.routeID)' serves '\(name.text)', and \(error.message).")
      }
    }
    switch result {
    case .found(let fixture): return .action(action(plan, fixture)).later(delay, added)
    case .missing:
      if let ifMissing { return ifMissing.perform(request, inherited: delay, added: added) }
      return failure(plan, "fixture-missing", "does not exist").later(delay, added)
    // A request must not learn of, or break on, what is no fixture.
    case .outside where file == nil:
      return .miss("Route '\(plan.routeID)' serves '\(name.text)', which would lead outside.")
    case .notAFile where file == nil:
      if let ifMissing { return ifMissing.perform(request, inherited: delay, added: added) }
      return failure(plan, "fixture-missing", "does not exist").later(delay, added)
    case .outside, .notAFile, .unreadable:
      let reason = result.reason
      return failure(plan, "fixture-unreadable", "cannot be served: \(reason)").later(delay, added)
    }
  }

  private func action(_ plan: Plan, _ fixture: Fixture) -> Action {
    // Only a fixed name has one reply; others would take the place of one another.
    guard file != nil else { return make(plan, fixture) }
    if let action = prepared.withLock({ $0?.fixture === fixture ? $0?.action : nil }) {
      return action
    }
    let action = make(plan, fixture)
    prepared.withLock { $0 = (fixture, action) }
    return action
  }

  private func make(_ plan: Plan, _ fixture: Fixture) -> Action {
    var answer = Answer(outcome)
    answer.body = fixture.bytes
    answer.addUnlessSet("Content-Type", ContentType.of(fileName: fixture.name))
    return plan.action(answer, transforms, warning: fixture.warning)
  }

  private func failure(_ plan: Plan, _ code: String, _ what: String) -> Performed {
    let answer = Answer.failure(
      code,
      "Fixture '\(name.text)' of route '\(plan.routeID)' \(what). The folder is '\(store.folder.path)'."
    )
    return .action(plan.action(answer, []))
  }
}
