import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyEngine

@Suite("A wrong placeholder")
struct PlaceholderProblemTests {
  static let verbatim =
    " Where braces are text, say '.verbatim', or '\"verbatim\": true' in JSON."

  struct Example: Sendable, CustomTestStringConvertible {
    var text: String, message: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Example(text: "{{foo}}", message: "'{{foo}}' in its body, which is no placeholder.\(verbatim)"),
    Example(
      text: "a {{bse}}",
      message: "'{{bse}}' in its body, which is no placeholder. Did you mean 'base'?"),
    Example(
      text: "{{id}}",
      message: "'{{id}}' in its body, which is no placeholder. Did you mean 'path.id'?"),
    Example(
      text: "{{ page }}",
      message: "'{{page}}' in its body, which is no placeholder. Did you mean 'query.page'?"),
    Example(
      text: "{{pth.id}}",
      message: "'{{pth.id}}' in its body, which is no placeholder. Did you mean 'path.id'?"),
    Example(
      text: "{{{path.id}}}",
      message: "'{{{path.id}}' in its body, which is no placeholder. Did you mean 'path.id'?"),
    Example(
      text: "{{nowhere}}",
      message: "'{{nowhere}}' in its body, which is no placeholder. Did you mean 'now'?"),
    Example(text: "{{}}", message: "'{{}}' in its body, which names nothing.\(verbatim)"),
    Example(text: "{{ }}", message: "'{{}}' in its body, which names nothing.\(verbatim)"),
    Example(
      text: "a {{path.id", message: "'{{' in its body, which has no '}}' behind it.\(verbatim)"),
    Example(
      text: "{{path.name}}",
      message: "'{{path.name}}' in its body, which is no parameter of its path (it has {id})."),
    Example(
      text: "{{query.pge}}",
      message: "'{{query.pge}}' in its body, which is no name in its rules for the query."),
    Example(
      text: "{{header.X Y}}",
      message: "'{{header.X Y}}' in its body, which is no name of a header line (RFC 9110, 5.1)."),
    Example(
      text: "{{body/a~2}}",
      message:
        "'{{body/a~2}}' in its body, which is no JSON Pointer: '~' is written '~0' (RFC 6901)."),
    Example(
      text: "{{now-3y}}",
      message:
        "'{{now-3y}}' in its body, which must be like 'now-3d' or 'now+90m': a sign, a number, and one of s, m, h, d, w, together at most 1,000 years."
    ),
    Example(
      text: "{{now-999999999999d}}",
      message:
        "'{{now-999999999999d}}' in its body, which must be like 'now-3d' or 'now+90m': a sign, a number, and one of s, m, h, d, w, together at most 1,000 years."
    ),
    Example(
      text: "{{now:}}",
      message:
        "'{{now:}}' in its body, which has no format behind its ':', such as 'now:%Y-%m-%d'."),
    Example(
      text: "{{now:%Y-%Q}}",
      message:
        "'{{now:%Y-%Q}}' in its body, which has '%Q' in its format, which strftime(3) does not know."
    ),
    Example(
      text: "{{now:100%}}",
      message:
        "'{{now:100%}}' in its body, which has '%' in its format, which strftime(3) does not know."),
    Example(
      text: "{{ if (a) {\n  b\n} and so on and so on and so on and so on and so on }}",
      message:
        "'{{if (a) {   b } and so on and so on and so on and so on and s…' in its body, which is no placeholder.\(verbatim)"
    ),
  ])
  func `is told with what would be right`(_ example: Example) {
    let problems = Self.problems(.text(example.text))

    #expect(problems == ["Variant 'default' of route 'r.a' has \(example.message)"])
  }

  static func problems(_ outcome: Outcome, folder: String = "/nowhere") -> [String] {
    let group = RouteGroup("r") {
      Route(
        "r.a", .get, "/{id}", query: ["page": 1], default: outcome, file: "App/R.swift", line: 3)
    }
    return CatalogReport(Catalog(group), fixtures: FixtureStore(RootedFolder(folder))).problems
      .map { String($0.description.prefix { $0 != "\n" }) }
  }

  @Test func `is found wherever it stands, all in one run`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.json", "{\n  \"a\": \"{{a1}}\",\n  \"b\": [\"{{a2}}\"]\n}")
    let group = RouteGroup("r", failures: { _ in .text("{{f}}") }) {
      Route(
        "r.a", .get, "/", default: .json(["x": "{{j1}}", "y": ["{{j2}}"]]).header("X-A", "{{h}}")
      )
      .variant("file", .fixture("a.json"))
      .variant("patch", .patched(["/x": "{{p}}"]))
      .variant("steps", .sequence(.text("{{s}}"), .redirect(to: "{{r}}")))
      .variant("missing", .fixture("none.txt", ifMissing: .text("{{m}}")))
      .variant("named", .default.header("X-B", "{{n}}"))
      .variant("computed", .dynamic { _ in .held }.header("X-C", "{{c}}"))
      .without(.forbidden, .notFound, .rateLimited, .serverError, .maintenance)
    }

    let problems = CatalogReport(
      Catalog(group), fixtures: FixtureStore(RootedFolder(folder.path))
    ).problems

    let found = problems.compactMap { problem -> String? in
      guard case .outcome(_, let variant, .placeholder(let what, let place), _) = problem else {
        return nil
      }
      return "\(variant): \(what.subject) in \(place)"
    }
    #expect(found.count == problems.count)
    #expect(
      found == [
        "default: '{{h}}' in header 'X-A'", "default: '{{j1}}' in its body",
        "default: '{{j2}}' in its body", "file: '{{a1}}' in \(folder.path)/a.json:2",
        "file: '{{a2}}' in \(folder.path)/a.json:3", "patch: '{{p}}' in its patch at '/x'",
        "steps: '{{s}}' in its body", "steps: '{{r}}' in header 'Location'",
        "missing: '{{m}}' in its body", "named: '{{n}}' in header 'X-B'",
        "computed: '{{c}}' in header 'X-C'", "unauthorized: '{{f}}' in its body",
      ])
  }

  @Test func `is refused in an outcome that is given on the spot`() throws {
    let engine = try Engine(single(.status(200)))

    do throws(SwitchProblem) {
      try engine.world.change([(.all, .outcome(.text("{{foo}}")))])
      Issue.record("was taken")
    } catch {
      guard
        case .outcome(.placeholder(.unknown("foo", suggestion: ""), in: "its body"), "*") = error
      else {
        Issue.record("another problem: \(error)")
        return
      }
    }
  }
}
