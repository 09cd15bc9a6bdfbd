import Platform
import Testing

@testable import MicroHTTPD

@Suite("The heap of timers")
struct TimerHeapTests {
  private func moment(_ nanoseconds: UInt64) -> Moment { Moment(nanoseconds: nanoseconds) }

  @Test func `gives deadlines back in their order`() {
    var heap = TimerHeap()
    let deadlines = (0..<1000).map { UInt64($0 * 7919 % 1000) }

    for deadline in deadlines { _ = heap.insert(moment(deadline), deadline) }
    var order: [UInt64] = []
    while let number = heap.popDue(moment(1000)) { order.append(number) }

    #expect(order == Array(0..<1000))
  }

  @Test func `keeps what is not due`() {
    var heap = TimerHeap()
    _ = heap.insert(moment(10), 1)

    #expect(heap.popDue(moment(9)) == nil)
    #expect(heap.popDue(moment(10)) == 1)
    #expect(heap.earliest == nil)
  }

  @Test func `tells whether a deadline is the earliest`() {
    var heap = TimerHeap()

    let answers = [20, 30, 10, 10].map { heap.insert(moment($0), $0) }

    #expect(answers == [true, false, true, false])
    #expect(heap.earliest == moment(10))
  }

  @Test func `forgets what nobody waits for`() {
    var heap = TimerHeap()
    for number in UInt64(1)...1000 { _ = heap.insert(moment(number), number) }

    heap.forgetStale(keeping: [500: (), 700: ()])

    #expect(heap.popDue(moment(2000)) == 500)
    #expect(heap.popDue(moment(2000)) == 700)
    #expect(heap.popDue(moment(2000)) == nil)
  }
}
