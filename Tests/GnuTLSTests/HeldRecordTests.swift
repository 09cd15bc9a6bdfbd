import Platform
import TestSupport
import Testing

@testable import GnuTLS

@Suite("A record that is held")
struct HeldRecordTests {
  private let head = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
  private let body = Array("hello".utf8)

  @Test func `goes out together with the next`() throws {
    let pair = try SessionPair()
    let before = pair.arrivedCount

    pair.session.holdNext()
    #expect(pair.session.send(head[...]) == head.count)
    let between = pair.arrivedCount
    #expect(pair.session.send(body[...]) == body.count)

    #expect(between == before)
    #expect(pair.arrivedCount > before + head.count + body.count)
    #expect(try pair.client.read(head.count + body.count) == head + body)
    #expect(!pair.keepsSomething)
  }

  @Test func `goes out alone where nothing comes behind it`() throws {
    let pair = try SessionPair()

    pair.session.holdNext()
    #expect(pair.session.send(head[...]) == head.count)
    #expect(pair.session.release())

    #expect(try pair.client.read(head.count) == head)
    #expect(!pair.keepsSomething)
  }

  @Test func `may be one with the next`() throws {
    let pair = try SessionPair(priorities: "NORMAL:-VERS-ALL:+VERS-TLS1.3")
    let before = pair.arrivedCount

    pair.session.join()
    for part in [head, body] { #expect(pair.session.send(part[...]) == part.count) }
    let between = pair.arrivedCount
    #expect(pair.session.release())

    #expect(between == before)
    // One header, one kind and one tag for both.
    #expect(pair.arrivedCount == before + head.count + body.count + 5 + 1 + 16)
    #expect(try pair.client.read(head.count + body.count) == head + body)
  }

  @Test func `is lost where the socket does not take it`() throws {
    let pair = try SessionPair()
    pair.shrinkSendBuffer()
    let long = [UInt8](repeating: 7, count: 1_000_000)

    pair.session.join()
    #expect(pair.session.send(long[...]) == long.count)

    #expect(!pair.session.release())
  }

  @Test func `is none where its answer never began`() throws {
    let pair = try SessionPair()
    let before = pair.arrivedCount

    pair.session.holdNext()
    #expect(pair.session.release())
    #expect(pair.session.send(head[...]) == head.count)

    #expect(pair.arrivedCount > before)
  }

  @Test(arguments: [20, 9_000, 40_000])
  func `comes before the next whatever the socket takes`(size: Int) throws {
    let pair = try SessionPair()
    pair.shrinkSendBuffer()
    let client = pair.client
    let answers = (0..<20).map { number in
      [UInt8](repeating: UInt8(number), count: size) + [UInt8](repeating: 99, count: 30_000)
    }
    let read = Lock<[UInt8]?>(nil)
    let reader = try WorkerThread {
      let bytes = try? client.read(20 * (size + 30_000))
      read.withLock { $0 = bytes }
    }

    var waits = 0
    for answer in answers {
      pair.session.holdNext()
      for part in [answer[..<size], answer[size...]] {
        var rest = part
        while let count = pair.session.send(rest), count < rest.count {
          rest = rest.dropFirst(count)
          waits += 1
          pair.waitForRoom()
        }
      }
    }
    reader.join()

    #expect(waits > 0)
    #expect(read.withLock { $0 } == Array(answers.joined()))
  }
}
