import Understudy

/// The hints of an explanation: what the client may have meant, each said once.
struct MissHints {
  private(set) var sentences: [String] = []

  init(_ request: ReceivedRequest, _ explanation: Explanation) {
    let path = RequestedPath(request.target)
    let differences = explanation.nearest.flatMap(\.differences)
    // One word about the path is enough; the others stand with their routes.
    let pathHint = differences.lazy.filter { $0.part == .path }.compactMap(\.hint).first
    if let hint = path.hint ?? pathHint { add(hint) }
    // What a route of another method or path would ask for besides is beside the point.
    let near = explanation.nearest.filter { near in
      !near.differences.contains { $0.part == .path || $0.part == .method }
    }
    for difference in near.flatMap(\.differences) {
      if let hint = difference.hint ?? Self.labelHint(difference) { add(hint) }
    }
    let hasEmptySegment = path.segments.count > 1 && path.segments.contains(where: \.isEmpty)
    if hasEmptySegment, !sentences.contains(where: { $0.contains("empty segment") }) {
      add("The path has an empty segment: a trailing or a double slash.")
    }
    let methods = explanation.refusedFor
    if !methods.isEmpty {
      let method = String(decoding: request.method, as: UTF8.self)
      if let meant = methods.first(where: { $0.utf8.elementsEqual(method.uppercased().utf8) }) {
        add("Methods compare with case: '\(meant)' is not '\(method)'.")
      } else {
        add("The path is there for \(methods.joined(separator: ", ")).")
      }
    }
    if explanation.isHasty {
      add(
        "Many requests miss at once, so similar paths were not looked for: "
          + "GET /__admin/requests?matched=false has them.")
    }
  }

  private mutating func add(_ sentence: String) {
    if !sentences.contains(where: { $0.utf8.elementsEqual(sentence.utf8) }) {
      sentences.append(sentence)
    }
  }

  /// What to say about the label of a body.
  private static func labelHint(_ difference: Difference) -> String? {
    guard difference.part == .header, let name = difference.name,
      Header(name, "").isNamed("Content-Type"), let expected = difference.expected
    else { return nil }
    guard let actual = difference.actual else {
      return "The body has no Content-Type; the route takes \(Difference.clipped(expected))."
    }
    return "The body is labelled '\(Difference.clipped(actual))'; "
      + "the route takes \(Difference.clipped(expected))."
  }
}
