import MicroHTTPD
import Platform
import Understudy

/// An answer whose body comes item by item.
final class StreamPlan: Sendable {
  private let stream: Outcome.Stream
  private let head: AnswerTemplate
  private let items: [Template]
  private let transforms: [Transform]
  private let scope: PlaceholderScope
  /// What is wrong with its placeholders.
  let problems: [OutcomeProblem]

  init(
    _ stream: Outcome.Stream, _ outcome: Outcome, _ transforms: [Transform],
    _ scope: PlaceholderScope
  ) {
    self.stream = stream
    self.transforms = transforms
    self.scope = scope
    head = AnswerTemplate(Answer(outcome), scope, body: nil)
    items = stream.texts.map { bytes, syntax in
      outcome.braces == .placeholders ? Template(bytes, syntax, scope) : Template(verbatim: bytes)
    }
    problems =
      head.problems
      + items.enumerated().flatMap { index, item in
        item.problems.map { .placeholder($0.problem, in: "item \(index + 1) of its stream") }
      }
  }

  /// Whether it takes a value out of the request's body.
  var readsBody: Bool { head.readsBody || items.contains(where: \.readsBody) }

  func action(_ plan: Plan, _ request: ReceivedRequest) -> Action {
    let filling = Filling(request, scope, plan.maker.surroundings)
    var answer = head.filled(by: filling)
    var pieces = items.enumerated().map { index, item in
      stream.bytes(of: index, item.filled(by: filling))
    }
    var cut: Reply.Cut?
    for transform in transforms {
      switch transform {
      case .broken:
        // What breaks an answer needs all of it at once.
        answer.body = pieces.flatMap(\.self)
        return plan.action(answer, transforms)
      case .malformed: cut = Self.halve(&pieces) { .close(after: $0) }
      case .interrupted: cut = Self.halve(&pieces) { .reset(after: $0) }
      // Those are for JSON, which a stream of it is not.
      case .patched, .emptied: break
      }
    }
    // Told loudly, as of any answer, in place of the stream.
    if answer.headers.contains(where: \.splitsAnswer) { return plan.action(answer, []) }
    guard answer.allowsBody else {
      return .reply(plan.maker.reply(answer, route: plan.routeID.rawValue, variant: plan.variant))
    }
    let (every, staysOpen, streams) = (stream.every, stream.staysOpen, plan.maker.streams)
    let (sent, end) = (pieces, cut)
    return .reply(
      plan.maker.reply(answer, route: plan.routeID.rawValue, variant: plan.variant) {
        OutcomeStream(
          sent, every: every, staysOpen: staysOpen && end == nil ? streams : nil, cut: end)
      })
  }

  /// Leaves the first half of the bytes.
  private static func halve(
    _ pieces: inout [[UInt8]], _ cut: (Int) -> Reply.Cut
  ) -> Reply.Cut {
    let half = pieces.reduce(0) { $0 + $1.count } / 2
    var rest = half
    pieces = pieces.compactMap { piece in
      let kept = piece.prefix(rest)
      rest -= kept.count
      return kept.isEmpty ? nil : Array(kept)
    }
    return cut(half)
  }
}

extension Outcome.Stream {
  /// The text of each item that may have placeholders.
  fileprivate var texts: [([UInt8], Template.Syntax)] {
    switch items {
    case .lines(let lines): lines.map { ($0.bytes(), .json) }
    case .events(let events):
      events.map { ($0.dataBytes, $0.data.stringValue == nil ? .json : .text) }
    }
  }

  /// An item as it is sent, with its text filled.
  fileprivate func bytes(of index: Int, _ text: [UInt8]) -> [UInt8] {
    switch items {
    case .lines: text + [UInt8(ascii: "\n")]
    case .events(let events): events[index].bytes(text)
    }
  }
}

extension Template {
  /// Bytes that have no placeholders, whatever they look like.
  fileprivate init(verbatim bytes: [UInt8]) {
    pieces = [.literal(bytes)]
  }
}
