import MicroHTTPD
import Platform
import UnderstudyEngine

/// The answers to requests that missed lately, so that one that comes again is not explained again.
///
/// Keyed by the bytes of the request, so that nothing is confused. Bounded in number and in bytes:
/// there are two generations, and the older one is forgotten when the younger is full.
final class MissMemory: Sendable {
  /// What tells one request from another.
  struct Key: Hashable, Sendable {
    private let method: [UInt8]
    private let target: [UInt8]
    private let head: HeadLines
    private let body: [UInt8]

    /// Nil where the request is too long to be kept.
    init?(_ request: ReceivedRequest) {
      guard request.isBodyWhole, request.body.count <= 4096 else { return nil }
      method = request.method
      target = request.target.bytes
      head = request.head
      body = request.body
    }

    var byteCount: Int { method.count + target.count + head.byteCount + body.count }
  }

  /// What is kept of a miss.
  struct Answer: Sendable {
    var reply: Reply
    var note: LogNote
    var byteCount: Int
  }

  private struct Generations {
    var younger: [Key: Answer] = [:]
    var older: [Key: Answer] = [:]
    var youngerBytes = 0
  }

  private let entryLimit: Int
  private let byteLimit: Int
  private let generations = Lock(Generations())

  /// A memory of so many entries and bytes, both generations counted.
  init(entries: Int = 512, bytes: Int = 4 << 20) {
    entryLimit = entries / 2
    byteLimit = bytes / 2
  }

  /// The answer to a request; nil where it is not known.
  func answer(_ key: Key) -> Answer? {
    generations.withLock { $0.younger[key] ?? $0.older[key] }
  }

  /// Keeps an answer.
  func keep(_ answer: Answer, for key: Key) {
    let size = key.byteCount + answer.byteCount
    let (entryLimit, byteLimit) = (entryLimit, byteLimit)
    generations.withLock { generations in
      if generations.younger.count >= entryLimit || generations.youngerBytes + size > byteLimit {
        generations.older = generations.younger
        generations.younger = [:]
        generations.youngerBytes = 0
      }
      generations.younger[key] = answer
      generations.youngerBytes += size
    }
  }

  /// How many answers are kept.
  var count: Int { generations.withLock { $0.younger.count + $0.older.count } }
}
