/// What is done with a request: answer, fail like a network, hold, take the next step, compute.
///
/// ```swift
/// .json(["id": 1, "name": "Ada"])
/// .fixture("users/{id}.json", ifMissing: .status(404))
/// .status(503).header("Retry-After", "5").delayed(.seconds(2))
/// .sequence(.status(503), .status(503), .default)
/// .weighted([.default: 9, .serverError: 1])
/// ```
///
/// An outcome is data: all but `.dynamic` have one JSON form, which the admin API and files
/// share (see ``json``).
public struct Outcome: Sendable {
  package var action: Action
  package var status: Int?
  package var headers: [Header] = []
  /// Nil where the outcome sets no delay: the route's or the network's then holds.
  package var delay: Delay?
  /// How fast its body is sent; nil where that is the network's to say.
  package var pace: Pace?
  /// What happens while the body of its request comes; nil where it is read as it comes.
  package var upload: Upload?
  package var braces = Braces.placeholders
  /// Whether the body is compressed for clients that can take it.
  package var isCompressed = false

  package init(_ action: Action, status: Int? = nil, headers: [Header] = []) {
    self.action = action
    self.status = status
    self.headers = headers
  }

  /// The one thing that an outcome does; status, headers and delay lie around it.
  package indirect enum Action: Sendable {
    /// A status with no body.
    case bare
    case json(JSON)
    case text(String)
    case data([UInt8])
    case fixture(String, ifMissing: Outcome?)
    case redirect(String)
    case dynamic(Computation)
    case held
    case variant(Variant)
    case patched([(pointer: JSONPointer, value: JSON)])
    case sequence([Outcome], then: SequenceEnd)
    case weighted([(outcome: Outcome, weight: Int)], seed: UInt64)
    case fault(Fault)
    case stream(Stream)
  }
}

/// What a sequence does when its last step has been taken.
public enum SequenceEnd: String, Sendable, Hashable, Codable, CaseIterable {
  /// The last step answers from then on.
  case last
  /// The first step follows the last.
  case loop
}
