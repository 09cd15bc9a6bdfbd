import Platform
import TestSupport
import Testing

@testable import MicroHTTPD

@Suite("A connection that took too long")
struct ExpiredConnectionTests {
  @Test(arguments: [true, false])
  func `knows whether its client was told`(isTold: Bool) {
    let connection = ConnectionState()

    #expect(connection.expire(connection.sight, isTold: isTold))

    #expect(connection.isExpired)
    #expect(connection.isToldLate == isTold)
    #expect(!connection.enter(.head))
    #expect(!connection.enter(.waiting))
  }

  @Test func `is not one that has gone on since it was seen`() {
    let connection = ConnectionState()
    let sight = connection.sight
    #expect(connection.enter(.head))

    #expect(!connection.expire(sight, isTold: true))

    #expect(!connection.isExpired)
    #expect(connection.enter(.body))
  }

  @Test func `is told only where a line of a request has come`() throws {
    let watch = ReadWatch(
      try Readiness(), timeout: .milliseconds(50), idleTimeout: .milliseconds(50))
    let states = (0..<2).map { _ in ConnectionState() }
    #expect(states[1].enter(.head))
    // Descriptors that are none: what is sent there goes nowhere.
    for (number, state) in states.enumerated() { watch.add(state, Int32(1_000_000 + number)) }

    let haveEnded = eventually {
      watch.look(telling: { _ in nil }, hasRoom: { false })
      return states.allSatisfy(\.isExpired)
    }

    #expect(haveEnded)
    #expect(states.map(\.isToldLate) == [false, true])
  }
}
