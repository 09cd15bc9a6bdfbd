import Platform
import MicroHTTPD
import Understudy

/// Finds what is wrong with an outcome of a route before it is used.
struct OutcomeCheck {
  let route: RouteEntry
  /// Where fixtures are looked for; nil leaves that out.
  let fixtures: FixtureStore?

  init(_ route: RouteEntry, _ fixtures: FixtureStore?) {
    self.route = route
    self.fixtures = fixtures
  }

  /// Every problem, its parts' too.
  func problems(of outcome: Outcome) -> [OutcomeProblem] {
    var problems = ownProblems(of: outcome) + placeholderProblems(of: outcome)
    switch outcome.action {
    case .redirect(let location):
      if !Field("Location", location).isLegal { problems.append(.badHeader(name: "Location")) }
    case .variant, .patched:
      do throws(OutcomeProblem) {
        _ = try route.table.recipe(outcome, origin: "outcome")
      } catch {
        problems.append(error)
      }
      if case .patched(let changes) = outcome.action { problems += patchProblems(changes) }
    case .sequence(let steps, _):
      if steps.isEmpty { problems.append(.emptySequence) }
      problems += steps.flatMap { self.problems(of: outcome.passingBraces(to: $0)) }
    case .weighted(let choices, _):
      problems += Self.weightProblems(choices)
      problems += choices.flatMap { self.problems(of: outcome.passingBraces(to: $0.outcome)) }
    case .fixture(let name, let ifMissing):
      problems += fixtureProblems(name, isOptional: ifMissing != nil)
      problems += ifMissing.map { self.problems(of: outcome.passingBraces(to: $0)) } ?? []
    case .fault(let fault): problems += faultProblems(fault, outcome)
    case .stream(let stream): problems += streamProblems(stream, outcome)
    case .bare, .json, .text, .data, .dynamic, .held: break
    }
    return problems
  }

  private func ownProblems(of outcome: Outcome) -> [OutcomeProblem] {
    var problems: [OutcomeProblem] = []
    if let status = outcome.status, !Outcome.legalStatuses.contains(status) {
      problems.append(.statusOutOfRange(status))
    }
    for header in outcome.headers where !Field(header.name, header.value).isLegal {
      problems.append(.badHeader(name: header.name))
    }
    if outcome.isCompressed { problems += compressionProblems(outcome) }
    problems += delayProblems(of: outcome) + paceProblems(of: outcome)
    problems += uploadProblems(of: outcome)
    return problems
  }

  private func compressionProblems(_ outcome: Outcome) -> [OutcomeProblem] {
    if outcome.headers.contains(where: { $0.isNamed("Content-Encoding") }) {
      return [.alreadyCoded]
    }
    return switch outcome.action {
    case .bare, .redirect, .held, .fault: [.compressesNothing]
    default: []
    }
  }

  private func patchProblems(_ changes: [(pointer: JSONPointer, value: JSON)]) -> [OutcomeProblem] {
    for change in changes where change.pointer.tokens == nil {
      return [.badPointer(change.pointer.description)]
    }
    guard let recipe = try? route.table.recipe(for: .default), recipe.transforms.isEmpty else {
      return []
    }
    var document: JSON?
    if case .json(let value) = recipe.outcome.action { document = value }
    if case .fixture(let name, _) = recipe.outcome.action, let fixtures,
      (try? FixtureName(name))?.isFixed == true
    {
      switch fixtures.file(name).current {
      case .found(let file): document = try? JSON(parsing: file.bytes)
      case .large: return [.patchFails(TransformError.tooLong.reason)]
      case .missing, .outside, .notAFile, .unreadable: break
      }
    }
    // What a request puts in may have any parts.
    guard let document,
      !Template(document.bytes(), .json, PlaceholderScope(route)).hasValuesOfAnyKind
    else { return [] }
    do throws(JSONPatchError) {
      _ = try document.patched(changes)
      return []
    } catch {
      return [.patchFails(error.description)]
    }
  }

  private func fixtureProblems(_ text: String, isOptional: Bool) -> [OutcomeProblem] {
    let name: FixtureName
    do throws(OutcomeProblem) {
      name = try FixtureName(text)
    } catch {
      return [error]
    }
    if let parameter = name.unknownParameter(
      template: route.template, query: route.route.rules.query)
    {
      return [
        .unknownFixtureParameter(
          name: text, parameter: parameter, known: route.template.names)
      ]
    }
    guard let fixtures, name.isFixed else { return [] }
    let result = fixtures.file(text).current
    switch result {
    case .found, .large: return []
    case .missing:
      if isOptional { return [] }
      let closest = Spelling.closest(to: text, among: fixtures.folder.fileNames())
      return [.missingFixture(name: text, folder: fixtures.folder.path, closest: closest)]
    case .outside, .notAFile, .unreadable:
      return [.unreadableFixture(name: text, folder: fixtures.folder.path, reason: result.reason)]
    }
  }

  /// What is wrong with the weights among which requests draw.
  static func weightProblems(
    _ choices: [(outcome: Outcome, weight: Int)]
  ) -> [OutcomeProblem] {
    choices.isEmpty
      ? [.emptyWeighted]
      : choices.map(\.weight).filter { !Outcome.legalWeights.contains($0) }
        .map { .weightOutOfRange($0) }
  }

  static func isLegalDelay(_ delay: Duration) -> Bool {
    (Duration.zero...Duration.milliseconds(Outcome.longestDelayMilliseconds)).contains(delay)
  }
}
