import Understudy

extension CatalogProblem: CustomStringConvertible {
  /// The problem as a person reads it: what, where and what to do, without `error: ` before it.
  package var description: String {
    switch self {
    case .duplicateID(let id, let first, let again):
      Self.lines("Route '\(id)' is declared twice.", ("first", first), ("again", again))
    case .duplicateGroup(let name, let first, let again):
      Self.lines("Group '\(name)' is declared twice.", ("first", first), ("again", again))
    case .badID(let id, let place):
      Self.lines(
        "Route id '\(id)' must be parts of letters, digits, '-' and '_', parted by single dots.",
        ("at", place))
    case .badGroupName(let name, let place):
      Self.lines(
        "Group name '\(name)' must be parts of letters, digits, '-' and '_', parted by single dots.",
        ("at", place))
    case .outsideGroup(let name, let group, let place):
      Self.lines(
        "'\(name)' stands in the group '\(group)', so its name must begin with '\(group).'.",
        ("at", place))
    case .badTemplate(let id, let path, let problem, let place):
      Self.lines("Path '\(path)' of route '\(id)' \(problem.message).", ("at", place))
    case .reservedPath(let id, let path, let reserved, let place):
      Self.lines(
        "Path '\(path)' of route '\(id)' lies under '\(reserved)', which the daemon keeps for itself.",
        ("at", place))
    case .badMethod(let id, let method, let place):
      Self.lines(
        "Method '\(method.rawValue)' of route '\(id)' is not a method name (RFC 9110, 9.1).",
        ("at", place))
    case .rule(let owner, let problem, let place):
      Self.lines("\(owner.words) \(problem.message).", ("at", place))
    case .bodyRule(let owner, let problem, let place):
      Self.lines("\(owner.words) \(problem.message).", ("at", place))
    case .ambiguous(let one, let first, let other, let second):
      Self.lines(
        "Routes '\(one)' and '\(other)' take the same requests with equal rank.",
        ("first", first), ("second", second),
        hint: "tell them apart by method, path or rules, or set .priority(1) on the one that wins")
    case .reservedVariant(let id, let variant, let place):
      Self.lines(
        "Route '\(id)' has a variant '\(variant)', a name that the daemon keeps for itself.",
        ("at", place))
    case .badVariantName(let id, let variant, let place):
      Self.lines(
        "Variant name '\(variant)' of route '\(id)' must be letters, digits, '.', '-' and '_'.",
        ("at", place))
    case .duplicateVariant(let id, let variant, let place):
      Self.lines("Route '\(id)' has two variants '\(variant)'.", ("at", place))
    case .droppedUnknown(let id, let variant, let place):
      Self.lines(
        "Route '\(id)' drops '\(variant)', which is no standard variant that it could drop."
          + Spelling.suggestion(for: variant.rawValue, among: StandardVariant.droppableNames),
        ("at", place))
    case .delayOutOfRange(let id, let place):
      Self.lines("The delay of route '\(id)' must be from 0 to one day.", ("at", place))
    case .outcome(let id, let variant, let problem, let place):
      Self.lines(
        "Variant '\(variant)' of route '\(id)' \(problem.message).\(problem.suggestion)",
        ("at", place))
    case .otherwise(let id, let problem, let place):
      Self.lines(
        "The outcome of an unmet requirement of route '\(id)' \(problem.message).\(problem.suggestion)",
        ("at", place))
    case .answer(let id, let number, let problem, let place):
      Self.lines(
        "Answer \(number) of route '\(id)' \(problem.message).\(problem.suggestion)",
        ("at", place))
    case .uselessAnswer(let id, let number, let place):
      Self.lines(
        "Answer \(number) of route '\(id)' is for requests that the route does not take.",
        ("at", place),
        hint: "the rules of the route hold too: let them take what the answer asks for"
      )
    case .choice(let owner, let problem, let place):
      Self.lines("\(owner.words) \(problem.message).\(problem.suggestion)", ("at", place))
    case .emptyScenarioName(let place):
      Self.lines("A scenario has no name, by which it could be chosen.", ("at", place))
    case .duplicateScenario(let name, let first, let again):
      Self.lines("Scenario '\(name)' is declared twice.", ("first", first), ("again", again))
    case .unknownBase(let scenario, let base, let suggestion, let place):
      Self.lines(
        "Scenario '\(scenario)' extends '\(base)', which is no scenario.\(suggestion)",
        ("at", place))
    case .circularScenario(let name, let others, let place):
      Self.lines(
        "Scenario '\(name)' extends itself"
          + (others.isEmpty
            ? "." : ", by way of \(others.map { "'\($0)'" }.joined(separator: ", "))."),
        ("at", place))
    case .noRoutes:
      Self.lines(
        "The catalog has no routes.", [(String, String)](),
        hint: "put a RouteGroup with at least one Route into the Catalog")
    }
  }

  private static func lines(
    _ summary: String, _ places: (String, SourcePlace)..., hint: String? = nil
  ) -> String {
    lines(summary, places.map { ($0, $1.description) }, hint: hint)
  }

  private static func lines(_ summary: String, _ notes: (String, String)...) -> String {
    lines(summary, notes, hint: nil)
  }

  private static func lines(
    _ summary: String, _ notes: [(String, String)], hint: String?
  ) -> String {
    let notes = notes + (hint.map { [("hint", $0)] } ?? [])
    return
      ([summary]
      + notes.map { label, text in
        "  \(label)\(String(repeating: " ", count: max(1, 8 - label.utf8.count)))\(text)"
      }).joined(separator: "\n")
  }
}

extension OutcomeProblem {
  /// What is wrong and what to do, as a sentence without its subject and full stop.
  package var message: String {
    switch self {
    case .statusOutOfRange(let status): "has the status \(status), which must be from 200 to 599"
    case .badHeader(let name):
      "has a header '\(name)' that cannot be sent: names are letters, digits and '-', values one "
        + "line that is not empty, and the daemon sets Content-Length, Transfer-Encoding, "
        + "Connection and Date itself"
    case .delayOutOfRange: "has a delay that is not from 0 to one day"
    case .delayBackwards: "has a uniform delay that does not begin with the least"
    case .sigmaOutOfRange(let sigma):
      "has a log-normal delay with the sigma \(sigma), which must be from 0 to 5"
    case .rateOutOfRange(let rate):
      "is throttled to \(rate) bytes a second, which must be from 1 to 1000000000"
    case .chunksOutOfRange(let chunks):
      "is dribbled in \(chunks) chunks, which must be from 1 to 10000"
    case .dribbleOutOfRange: "is dribbled over a time that is not from 1 ms to one day"
    case .intervalOutOfRange: "is a stream with an interval that is not from 0 to one day"
    case .emptyStream: "is a stream without anything in it"
    case .eventLines: "has an event whose name or id is not one line"
    case .dribblesStream:
      "is dribbled, but nobody knows the length of a stream before it ends: throttle it"
    case .pacesNothing: "has a pace for its body, but sends none"
    case .unknownVariant(let variant, _):
      "refers to a variant '\(variant)' that the route does not have"
    case .circularReference(let variant): "leads back to itself through the variant '\(variant)'"
    case .patchesNoJSON: "patches the default outcome, which is not JSON"
    case .patchFails(let reason): "has a patch that does not fit the default JSON: \(reason)"
    case .badPointer(let text):
      "has '\(text)', which is no JSON Pointer: it must begin with '/' (RFC 6901)"
    case .emptySequence: "has a sequence without steps"
    case .emptyWeighted: "is weighted and has nothing to draw"
    case .weightOutOfRange(let weight):
      "has the weight \(weight), which must be from 1 to 1000000"
    case .compressesNothing: "is compressed and has no body"
    case .alreadyCoded:
      "is compressed and has a 'Content-Encoding' of its own; leave one of them out"
    case .badFixtureName(let name, let reason): "names the fixture '\(name)', which \(reason)"
    case .missingFixture(let name, let folder, _):
      "serves fixture '\(name)', which does not exist in '\(folder)'"
    case .unreadableFixture(let name, let folder, let reason):
      "serves fixture '\(name)' in '\(folder)', which cannot be read: \(reason)"
    case .unknownFixtureParameter(let name, let parameter, let known):
      "names the fixture '\(name)', but '{\(parameter)}' is no parameter of its path"
        + (known.isEmpty ? "" : " (it has \(known.map { "{\($0)}" }.joined(separator: ", ")))")
    case .placeholder(let problem, let place):
      "has \(problem.subject) in \(place), which \(problem.clause)"
    case .faultOfDefault(let fault):
      "has the fault '\(fault)', which breaks the default's answer, in the default itself: make it a variant"
    case .faultWithoutAnswer(let fault):
      "has a status or headers around the fault '\(fault)', which sends no answer"
    case .faultWithoutBody(let fault, let status):
      "has the status \(status) around the fault '\(fault)', which needs a body"
    case .faultWithoutRedirect(let status):
      "has the status \(status) around the fault 'redirectLoop', which must be 301, 302, 303, 307 or 308"
    case .faultPlaceNegative(let after):
      "has a fault after \(after) bytes of the body, which must be 0 or more"
    case .uploadRateOutOfRange(let rate):
      "reads the body at \(rate) bytes a second, which must be from 1 to 1000000000"
    case .uploadPlaceNegative(let after):
      "breaks off after \(after) bytes of the request's body, which must be 0 or more"
    case .uploadTooLate:
      "says what happens while the request's body comes, where that has come already"
    case .decidedByBody(let route, let reader) where route == reader:
      "says what happens while the request's body comes, but rules of route '\(route)' read that "
        + "body before it is decided"
    case .decidedByBody(let route, let reader):
      "says what happens while the request's body comes, but rules of route '\(reader)', which may "
        + "take the same requests as '\(route)', read that body before it is decided"
    case .refusesWithoutAnswer:
      "refuses a body with what is no answer in one piece: it may not be held, computed, a fault, a "
        + "stream, paced or a file that is served from disk"
    case .refusalReadsBody: "refuses a body with an answer that is made from that body"
    case .refusalHasUpload:
      "refuses a body with an outcome that says itself what happens while a body comes"
    }
  }

  /// " Did you mean …?" where there is a close name, else nothing.
  package var suggestion: String {
    switch self {
    case .unknownVariant(_, let suggestion): suggestion
    case .missingFixture(_, _, let closest?): " Closest: \(closest)"
    case .placeholder(let problem, _): problem.suggestion
    default: ""
    }
  }
}

extension StandardVariant {
  /// The variants that a route may drop: all but `default`.
  static let droppableNames = allCases.filter { $0 != .default }.map(\.rawValue)
}
