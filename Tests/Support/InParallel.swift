import Platform

/// Runs a closure so many times at once, each on a thread of its own, and waits for all.
///
/// - Parameters:
///   - count: how many threads.
///   - body: what each does; it is given its number, from 0.
/// - Returns: the answers, in the order of the numbers.
/// - Throws: the first error, in that order, once all have ended.
@discardableResult
public func inParallel<Answer: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Answer
) throws -> [Answer] {
  let results = Lock([Int: Result<Answer, any Error>]())
  let threads = try (0..<count).map { number in
    try WorkerThread {
      let result = Result { try body(number) }
      results.withLock { $0[number] = result }
    }
  }
  for thread in threads { thread.join() }
  return try results.withLock { $0 }.sorted { $0.key < $1.key }.map { try $0.value.get() }
}
