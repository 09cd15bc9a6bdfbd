import Platform
import Understudy

extension OutcomeCheck {
  /// What is wrong with placeholders in an outcome itself, its parts aside.
  func placeholderProblems(of outcome: Outcome) -> [OutcomeProblem] {
    switch outcome.action {
    // A file's and a patch's text is not the outcome's own.
    case .fixture, .patched: break
    default: if !outcome.mayHavePlaceholders { return [] }
    }
    let outcome = outcome.withMarkedHeaders
    let scope = PlaceholderScope(route)
    var answer = Answer(outcome)
    var place: AnswerTemplate.BodyPlace? = outcome.fillsBody ? .outcome : nil
    if let (folder, fixture) = fixture(of: outcome) {
      answer.body = fixture.bytes
      answer.addUnlessSet("Content-Type", ContentType.of(fileName: fixture.name))
      place = .file("\(folder)/\(fixture.name)")
    }
    var problems = AnswerTemplate(answer, scope, body: place).problems
    if case .patched(let changes) = outcome.action, outcome.braces == .placeholders {
      for change in changes {
        do throws(OutcomeProblem) {
          _ = try Patch(change.pointer, change.value, isVerbatim: false).read(scope)
        } catch {
          problems.append(error)
        }
      }
    }
    return problems
  }

  /// The file that an outcome fills for each request, where its name is fixed.
  private func fixture(of outcome: Outcome) -> (folder: String, fixture: Fixture)? {
    guard case .fixture(let text, _) = outcome.action, outcome.braces != .verbatim, let fixtures,
      (try? FixtureName(text))?.isFixed == true,
      case .found(let fixture) = fixtures.file(text).current, fixture.mayHavePlaceholders
    else { return nil }
    return (fixtures.folder.path, fixture)
  }
}

extension Outcome {
  /// A part of this outcome, whose braces are text where those of the whole are.
  func passingBraces(to part: Outcome) -> Outcome { braces == .verbatim ? part.verbatim : part }
}
