import Foundation
import Understudy
import UnderstudyClient

/// Answers calls as it was told to, one after the other, and keeps them.
final class ScriptedTransport: Transport {
  /// What becomes of a call.
  enum Step: Sendable {
    case answer(Int, JSON)
    case text(Int, String)
    case failure(TransportError)
    /// A stream that sends pieces, and then ends well, or fails.
    case stream([String], failing: TransportError? = nil)
    /// A stream that sends pieces and stays open.
    case openStream([String])
    /// A status, and a body that breaks off.
    case brokenRefusal(Int)
  }

  private let steps: Guarded<[Step]>
  private let kept = Guarded<[TransportRequest]>([])

  init(_ steps: [Step]) {
    self.steps = Guarded(steps)
  }

  convenience init(_ steps: Step...) {
    self.init(steps)
  }

  /// The calls so far.
  var requests: [TransportRequest] { kept.withLock { $0 } }

  private func next(_ request: TransportRequest) throws -> Step {
    kept.withLock { $0.append(request) }
    return try steps.withLock { steps in
      guard !steps.isEmpty else { throw TransportError.other("Nothing more is scripted.") }
      return steps.removeFirst()
    }
  }

  func answer(to request: TransportRequest) async throws -> TransportAnswer {
    switch try next(request) {
    case .answer(let status, let json): TransportAnswer(status: status, body: json.bytes())
    case .text(let status, let text): TransportAnswer(status: status, body: Array(text.utf8))
    case .failure(let error): throw error
    case .stream, .openStream, .brokenRefusal: throw TransportError.other("A stream is scripted.")
    }
  }

  func stream(_ request: TransportRequest) async throws -> TransportStream {
    let (pieces, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    func yield(_ texts: [String]) {
      for text in texts { continuation.yield(Array(text.utf8)) }
    }
    switch try next(request) {
    case .stream(let texts, let error):
      yield(texts)
      continuation.finish(throwing: error)
      return TransportStream(status: 200, pieces: pieces)
    case .openStream(let texts):
      yield(texts)
      return TransportStream(status: 200, pieces: pieces)
    case .answer(let status, let json):
      yield([json.text])
      continuation.finish()
      return TransportStream(status: status, pieces: pieces)
    case .text(let status, let text):
      yield([text])
      continuation.finish()
      return TransportStream(status: status, pieces: pieces)
    case .brokenRefusal(let status):
      continuation.finish(throwing: TransportError.other("Lost."))
      return TransportStream(status: status, pieces: pieces)
    case .failure(let error): throw error
    }
  }
}
