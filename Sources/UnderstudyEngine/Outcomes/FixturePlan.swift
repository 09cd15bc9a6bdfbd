import MicroHTTPD
import Platform
import Understudy

/// An answer that serves a file.
final class FixturePlan: Sendable {
  private let name: FixtureName
  private let outcome: Outcome
  private let transforms: [Transform]
  let ifMissing: Plan?
  private let scope: PlaceholderScope
  private let store: FixtureStore
  /// The file, where its name is fixed.
  private let file: FixtureFile?
  private let prepared = Lock<(fixture: Fixture, served: Served)?>(nil)

  /// What one state of the file is answered with.
  private enum Served: Sendable {
    case action(Action)
    case filled(FilledPlan, warning: String?)
  }

  init(
    _ name: FixtureName, _ outcome: Outcome, _ transforms: [Transform],
    _ scope: PlaceholderScope, ifMissing: Plan?, store: FixtureStore
  ) {
    self.name = name
    self.outcome = outcome
    self.transforms = transforms
    self.ifMissing = ifMissing
    self.scope = scope
    self.store = store
    file = name.isFixed ? store.file(name.text) : nil
  }

  func perform(
    _ plan: Plan, _ request: ReceivedRequest, _ delay: Duration?, _ added: Duration
  ) -> Performed {
    if let file { return perform(plan, file.current, request, delay, added) }
    let bytes: [UInt8]
    do throws(FixtureName.Refusal) {
      bytes = try name.filled(by: scope.template, request.target)
    } catch {
      return .miss(
        "Route '\(plan.routeID)' serves '\(name.text)', and \(error.message).")
    }
    return perform(plan, store.current(bytes), request, delay, added)
  }

  private func perform(
    _ plan: Plan, _ result: FixtureResult, _ request: ReceivedRequest, _ delay: Duration?,
    _ added: Duration
  ) -> Performed {
    switch result {
    case .found(let fixture): return .action(action(plan, fixture, request)).later(delay, added)
    case .large(let large):
      do throws(RootedFolderError) {
        return .action(action(plan, try large.open(), large.name, request)).later(delay, added)
      } catch {
        return self.perform(plan, FixtureResult(error), request, delay, added)
      }
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

  /// Whether it serves a file that is not read whole.
  var isLarge: Bool { if case .large? = file?.current { true } else { false } }

  /// Whether a request's body may have a part in the answer; a file that a request names may.
  func readsBody(_ plan: Plan) -> Bool {
    if let ifMissing, ifMissing.readsBody { return true }
    guard let file else { return true }
    switch file.current {
    case .found(let fixture):
      guard case .filled(let filled, _) = served(plan, fixture) else { return false }
      return filled.readsBody
    case .large:
      return filled(Answer(outcome)).readsBody
    case .missing, .outside, .notAFile, .unreadable: return false
    }
  }

  /// An answer whose body is a file that is not read.
  private func filled(_ answer: Answer) -> FilledPlan {
    FilledPlan(
      template: AnswerTemplate(answer, scope, body: nil), transforms: transforms, scope: scope)
  }

  private func action(
    _ plan: Plan, _ file: OpenFile, _ name: String, _ request: ReceivedRequest
  ) -> Action {
    var answer = Answer(outcome)
    answer.file = AnswerFile(file)
    answer.validators = Validators(file.signature)
    answer.addUnlessSet("Content-Type", ContentType.of(fileName: name))
    return filled(answer).action(plan, request)
  }

  private func action(_ plan: Plan, _ fixture: Fixture, _ request: ReceivedRequest) -> Action {
    switch served(plan, fixture) {
    case .action(let action): action
    case .filled(let filled, let warning): filled.action(plan, request, warning: warning)
    }
  }

  private func served(_ plan: Plan, _ fixture: Fixture) -> Served {
    // Only a fixed name has one reply; others would take the place of one another.
    guard file != nil else { return make(plan, fixture) }
    if let served = prepared.withLock({ $0?.fixture === fixture ? $0?.served : nil }) {
      return served
    }
    let served = make(plan, fixture)
    prepared.withLock { $0 = (fixture, served) }
    return served
  }

  private func make(_ plan: Plan, _ fixture: Fixture) -> Served {
    var answer = Answer(outcome)
    answer.body = fixture.bytes
    answer.validators = Validators(fixture)
    answer.addUnlessSet("Content-Type", ContentType.of(fileName: fixture.name))
    var warning = fixture.warning
    var template = AnswerTemplate(answer, scope, body: place(of: fixture))
    // It was edited since the start: a file that is wrong is served all the same, and said to be.
    if case .placeholder(let problem, let place) = template.problems.first {
      let text = "\(place): \(problem.subject) \(problem.clause); the file is served as it is"
      store.report(fixture, text)
      warning = warning ?? text
      template = AnswerTemplate(answer, scope, body: nil)
    }
    return template.isFixed && transforms.allSatisfy(\.isFixed)
      ? .action(plan.action(answer, transforms, warning: warning, isShared: file != nil))
      : .filled(
        FilledPlan(template: template, transforms: transforms, scope: scope), warning: warning)
  }

  /// Where placeholders in a file stand; nil where there can be none.
  private func place(of fixture: Fixture) -> AnswerTemplate.BodyPlace? {
    fixture.mayHavePlaceholders && outcome.braces != .verbatim
      ? .file("\(store.folder.path)/\(fixture.name)") : nil
  }

  private func failure(_ plan: Plan, _ code: String, _ what: String) -> Performed {
    let answer = Answer.failure(
      code,
      "Fixture '\(name.text)' of route '\(plan.routeID)' \(what). The folder is '\(store.folder.path)'."
    )
    return .action(plan.action(answer, []))
  }
}
