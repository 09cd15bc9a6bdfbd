import MicroHTTPD
import Platform
import UnderstudyEngine

/// The answers to requests that missed lately, so that one that comes again is not explained again.
///
/// Keyed by the bytes of the request, so that nothing is confused. An answer is kept when its request
/// comes for the second time: what never comes again pushes nothing out. Bounded in number and in
/// bytes: there are two generations, and the older one is forgotten when the younger is full.
final class MissMemory: Sendable {
  /// What is kept of a miss.
  struct Answer: Sendable {
    var reply: Reply
    var note: LogNote
    var byteCount: Int
  }

  private struct State {
    var younger: [Key: Answer] = [:]
    var older: [Key: Answer] = [:]
    var youngerBytes = 0
    /// The fingerprints of requests that came once, each in the place that it leads to.
    var seen = [Int](repeating: 0, count: 1024)
  }

  private let entryLimit: Int
  private let byteLimit: Int
  private let state = Lock(State())

  /// A memory of so many entries and bytes, both generations counted.
  init(entries: Int = 512, bytes: Int = 4 << 20) {
    entryLimit = entries / 2
    byteLimit = bytes / 2
  }

  /// The answer to a request; nil where it is not known.
  func answer(_ key: Key) -> Answer? {
    state.withLock { $0.younger[key] ?? $0.older[key] }
  }

  /// Keeps an answer, unless its request comes for the first time.
  func keep(_ answer: Answer, for key: Key) {
    let size = key.byteCount + answer.byteCount
    let (entryLimit, byteLimit) = (entryLimit, byteLimit)
    state.withLock { state in
      let place = key.fingerprint & (state.seen.count - 1)
      guard state.seen[place] == key.fingerprint else {
        state.seen[place] = key.fingerprint
        return
      }
      if state.younger.count >= entryLimit || state.youngerBytes + size > byteLimit {
        state.older = state.younger
        state.younger = [:]
        state.youngerBytes = 0
      }
      guard size <= byteLimit else { return }
      state.younger[key] = answer
      state.youngerBytes += size
    }
  }

  /// How many answers are kept.
  var count: Int { state.withLock { $0.younger.count + $0.older.count } }
}

extension MissMemory {
  /// What tells one request from another.
  struct Key: Hashable, Sendable {
    private let method: [UInt8]
    private let target: [UInt8]
    /// A page links the panel of its own session.
    private let prefix: [UInt8]
    private let head: HeadLines
    private let body: [UInt8]
    /// A number that other requests hardly ever have.
    let fingerprint: Int

    /// Nil where the request is too long to be kept.
    init?(_ request: ReceivedRequest) {
      guard request.isBodyWhole, request.body.count <= 4096 else { return nil }
      method = request.method
      target = request.target.bytes
      prefix = request.prefix
      head = request.head
      body = request.body
      var hasher = Hasher()
      hasher.combine(method)
      hasher.combine(target)
      hasher.combine(prefix)
      hasher.combine(head)
      // The ends tell most bodies apart; comparing looks at all of it.
      hasher.combine(body.count)
      hasher.combine(body.prefix(64))
      hasher.combine(body.suffix(64))
      fingerprint = hasher.finalize()
    }

    /// How much memory it takes.
    var byteCount: Int { method.count + target.count + prefix.count + head.byteCount + body.count }

    func hash(into hasher: inout Hasher) {
      hasher.combine(fingerprint)
    }
  }
}
