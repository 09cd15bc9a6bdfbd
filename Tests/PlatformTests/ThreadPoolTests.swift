import Platform
import TestSupport
import Testing

@Suite("A pool of threads")
struct ThreadPoolTests {
  @Test func `has a thread for each job while there may be one, whenever others give up`() {
    // As impatient as jobs are far apart, so that a thread gives up just when it is needed.
    let pool = ThreadPool(limit: 64, patience: .microseconds(60))
    for round in 0..<3000 {
      let (first, second, done) = (Bell(), Bell(), Bell())
      let hasMet = Lock(false)
      // Neither can end without the other.
      pool.run {
        first.notify()
        let isThere = second.wait(for: .seconds(60))
        hasMet.withLock { $0 = isThere }
        done.notify()
      }
      pool.run {
        second.notify()
        first.wait(for: .seconds(60))
      }
      done.wait()
      guard hasMet.withLock({ $0 }) else {
        Issue.record("a job was left lying in round \(round)")
        return
      }
    }
  }
}
