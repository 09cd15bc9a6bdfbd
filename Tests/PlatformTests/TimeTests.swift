import Platform
import TestSupport
import Testing

@Suite("Time")
struct TimeTests {
  @Test(
    arguments: [
      (.nanoseconds(1), 101), (.milliseconds(2), 2_000_100), (.seconds(-1), 100),
      (Duration(secondsComponent: 0, attosecondsComponent: 1), 101),
      (.seconds(Int64.max), UInt64(Int64.max) + 100),
    ] as [(Duration, UInt64)])
  func `is added, rounded up, and never wraps`(duration: Duration, nanoseconds: UInt64) {
    #expect((Moment(nanoseconds: 100) + duration).nanoseconds == nanoseconds)
  }

  @Test func `is measured in both directions`() {
    let (early, late) = (Moment(nanoseconds: 5), Moment(nanoseconds: 8))

    #expect(late - early == .nanoseconds(3))
    #expect(early - late == .nanoseconds(-3))
    #expect(early < late)
  }

  @Test func `stands still until a test moves it, and tells who asked`() {
    let time = ManualTime()
    let count = Lock(0)
    time.whenChanged { count.withLock { $0 += 1 } }
    let start = time.now

    time.advance(by: .seconds(3))

    #expect(time.now - start == .seconds(3))
    #expect(count.withLock { $0 } == 1)
  }

  @Test(arguments: [
    (WallTime(seconds: 0, nanoseconds: 0), "1970-01-01T00:00:00.000Z"),
    (WallTime(seconds: 1_769_860_800, nanoseconds: 5_999_999), "2026-01-31T12:00:00.005Z"),
    (WallTime(seconds: 951_782_400, nanoseconds: 50_000_000), "2000-02-29T00:00:00.050Z"),
    (WallTime(seconds: 951_868_799, nanoseconds: 250_000_000), "2000-02-29T23:59:59.250Z"),
  ])
  func `of day is written as ISO 8601`(time: WallTime, text: String) {
    #expect(time.iso8601 == text)
  }
}

@Suite("A bell")
struct BellTests {
  @Test func `does not lose a call that came early`() {
    let bell = Bell()

    bell.notify()

    #expect(bell.wait(for: .seconds(60)))
  }

  @Test func `gives up at its limit, not before`() {
    let bell = Bell()
    let start = SystemTime().now

    #expect(!bell.wait(for: .milliseconds(20)))
    #expect(SystemTime().now - start >= .milliseconds(20))
  }

  @Test func `wakes another thread`() throws {
    let (there, back) = (Bell(), Bell())
    let thread = try WorkerThread {
      there.wait()
      back.notify()
    }

    there.notify()

    #expect(back.wait(for: .seconds(60)))
    thread.join()
  }
}

@Suite("A lock")
struct LockTests {
  @Test func `lets one thread in at a time`() throws {
    let count = Shared()

    let threads = try (0..<4).map { _ in
      try WorkerThread { for _ in 0..<10_000 { count.value.withLock { $0 += 1 } } }
    }
    for thread in threads { thread.join() }

    #expect(count.value.withLock { $0 } == 40_000)
  }

  @Test func `is open again after an error`() {
    struct Refused: Error {}
    let lock = Lock(0)

    #expect(throws: Refused.self) { try lock.withLock { _ throws(Refused) in throw Refused() } }
    #expect(lock.withLock { $0 } == 0)
  }

  private final class Shared: Sendable {
    let value = Lock(0)
  }
}
