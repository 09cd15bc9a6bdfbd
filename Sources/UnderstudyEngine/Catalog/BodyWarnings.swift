import Understudy

/// What is odd about the bodies of a route's answers, and is sent as it is.
struct BodyWarnings {
  private let id: RouteID
  private var outcomes: [(name: String, outcome: Outcome)]
  private let fixtures: FixtureStore

  init(_ entry: RouteEntry, _ fixtures: FixtureStore) {
    let route = entry.route.route
    id = route.id
    self.fixtures = fixtures
    outcomes = [("Variant 'default'", route.outcome)]
    for variant in route.variants {
      outcomes.append(("Variant '\(variant.name)'", variant.outcome))
    }
    for answer in entry.requirements + entry.answers {
      outcomes.append(("An answer to a rule", answer.outcome))
    }
  }

  /// One sentence for each.
  var texts: [String] {
    outcomes.flatMap { name, outcome in
      [byteOrderMark(outcome), emptyJSON(name, outcome)].compactMap(\.self)
    }
  }

  private func byteOrderMark(_ outcome: Outcome) -> String? {
    guard let (file, name) = fixture(outcome), ContentType.isJSON(ContentType.of(fileName: name)),
      file.bytes.starts(with: [0xEF, 0xBB, 0xBF])
    else { return nil }
    return "Fixture '\(name)' begins with a byte order mark, which is served as it is; "
      + "JSON should have none (RFC 8259, 8.1)."
  }

  /// Clients decode such an answer and fail, which they do not for 204.
  private func emptyJSON(_ name: String, _ outcome: Outcome) -> String? {
    let status = outcome.status ?? 200
    guard (200...299).contains(status), ![204, 205].contains(status) else { return nil }
    let (isEmpty, inferred) = body(of: outcome)
    let named = outcome.headers.last { $0.isNamed("Content-Type") }?.value
    guard isEmpty, let type = named ?? inferred, ContentType.isJSON(type) else { return nil }
    return "\(name) of route '\(id)' answers \(status) as \(type) with an empty body, "
      + "which is no JSON: clients that decode it fail. Give it a body, or answer 204."
  }

  private func body(of outcome: Outcome) -> (isEmpty: Bool, type: String?) {
    switch outcome.action {
    case .bare: (true, nil)
    case .text(let text): (text.isEmpty, nil)
    case .data(let bytes): (bytes.isEmpty, nil)
    case .fixture:
      fixture(outcome).map { ($0.file.bytes.isEmpty, ContentType.of(fileName: $0.name)) }
        ?? (false, nil)
    default: (false, nil)
    }
  }

  private func fixture(_ outcome: Outcome) -> (file: Fixture, name: String)? {
    guard case .fixture(let text, _) = outcome.action, let name = try? FixtureName(text),
      name.isFixed, case .found(let file) = fixtures.file(text).current
    else { return nil }
    return (file, text)
  }
}
