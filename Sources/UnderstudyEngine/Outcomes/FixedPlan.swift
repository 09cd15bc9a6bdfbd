import MicroHTTPD
import Platform
import Synchronization
import Understudy

/// An answer whose bytes do not depend on the request: made at its first use, then queued as it is.
final class FixedPlan: @unchecked Sendable {
  // Safety: the action is written once, under the lock, before it is said to be there.

  private let outcome: Outcome
  private let transforms: [Transform]
  private let isPrepared = Atomic<Bool>(false)
  @safe @exclusivity(unchecked) private var prepared: Action?
  private let lock = Lock(())

  init(_ outcome: Outcome, _ transforms: [Transform]) {
    self.outcome = outcome
    self.transforms = transforms
  }

  func action(_ plan: Plan) -> Action {
    if isPrepared.load(ordering: .acquiring), let prepared { return prepared }
    var answer = Answer(outcome)
    // What a closure has made for one request is not asked for again.
    if plan.maker.sharesReplies { answer.validators = outcome.validators }
    let action = plan.action(answer, transforms, isShared: true)
    return lock.withLock { _ in
      if let first = prepared { return first }
      prepared = action
      isPrepared.store(true, ordering: .releasing)
      return action
    }
  }
}

extension Outcome {
  /// What tells the state of its own body; nil where it has none that stays the same.
  var validators: Validators? {
    switch action {
    case .json, .text, .data: .ofContent
    default: nil
    }
  }
}

extension Answer {
  /// The answer of an outcome that needs nothing but itself.
  init(_ outcome: Outcome) {
    self.init(status: outcome.status ?? 200, headers: outcome.headers)
    isCompressed = outcome.isCompressed
    switch outcome.action {
    case .json(let value):
      body = value.bytes()
      addUnlessSet("Content-Type", ContentType.json)
    case .text(let text):
      body = Array(text.utf8)
      addUnlessSet("Content-Type", ContentType.text)
    case .data(let bytes): body = bytes
    case .redirect(let location):
      if value(of: "Location") == nil {
        headers.append(Header("Location", location).verbatim(outcome.braces != .placeholders))
      }
    case .stream(let stream): addUnlessSet("Content-Type", stream.contentType)
    case .bare, .fixture, .dynamic, .held, .variant, .patched, .sequence, .weighted, .fault: break
    }
  }
}
