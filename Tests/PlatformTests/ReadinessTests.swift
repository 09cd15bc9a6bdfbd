import Glibc
import Platform
import TestSupport
import Testing

@Suite("Readiness")
struct ReadinessTests {
  /// Two ends of one connection.
  private final class Pair {
    private(set) var ends: [Int32] = [-1, -1]

    init() { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) }
    deinit { for end in ends where end >= 0 { close(end) } }

    func write() { _ = Glibc.write(ends[1], [UInt8(1)], 1) }
    func hangUp() {
      close(ends[1])
      ends[1] = -1
    }
  }

  @Test func `reports a hang-up once, with its number`() throws {
    let readiness = try Readiness()
    let pair = Pair()
    try readiness.add(pair.ends[0], .hangUp, number: 7)

    pair.hangUp()

    #expect(readiness.wait(milliseconds: 5000) == [7])
    #expect(readiness.wait(milliseconds: 0) == [])
  }

  @Test func `takes bytes for no hang-up`() throws {
    let readiness = try Readiness()
    let pair = Pair()
    try readiness.add(pair.ends[0], .hangUp, number: 7)

    pair.write()

    #expect(readiness.wait(milliseconds: 0) == [])
    pair.hangUp()
    #expect(readiness.wait(milliseconds: 5000) == [7])
  }

  @Test func `reports what can be accepted again and again`() throws {
    let readiness = try Readiness()
    let pair = Pair()
    try readiness.add(pair.ends[0], .readable, number: 9)

    pair.write()

    #expect(readiness.wait(milliseconds: 5000) == [9])
    #expect(readiness.wait(milliseconds: 5000) == [9])
  }

  @Test func `forgets, and may be asked to forget what it does not know`() throws {
    let readiness = try Readiness()
    let pair = Pair()
    try readiness.add(pair.ends[0], .hangUp, number: 7)

    readiness.remove(pair.ends[0])
    readiness.remove(pair.ends[0])
    pair.hangUp()

    #expect(readiness.wait(milliseconds: 0) == [])
  }

  @Test func `is woken from another thread`() throws {
    let readiness = try Readiness()

    let thread = try WorkerThread { readiness.wake() }

    #expect(readiness.wait(milliseconds: 5000) == [Readiness.wakeNumber])
    #expect(readiness.wait(milliseconds: 0) == [])
    thread.join()
  }
}
