import Platform
import TestSupport
import Testing

@testable import GnuTLS

@Suite("What a session reads")
struct ReadAheadTests {
  private let first = Array("GET /first HTTP/1.1\r\n".utf8)
  private let second = Array("GET /second HTTP/1.1\r\n".utf8)

  @Test(arguments: ["NORMAL:-VERS-ALL:+VERS-TLS1.3", "NORMAL:-VERS-ALL:+VERS-TLS1.2"])
  func `is given record by record, however many have come`(priorities: String) throws {
    let pair = try SessionPair(priorities: priorities)
    try pair.client.send(first)
    try pair.client.send(second)

    #expect(pair.receive() == first)
    #if os(Linux)
      #expect(pair.unreadCount == 0)
      #expect(pair.keepsSomething)
    #endif
    #expect(pair.receive() == second)
    #expect(pair.receive() == nil)
    #expect(!pair.keepsSomething)
  }

  @Test func `is all there before the client's end`() throws {
    let pair = try SessionPair()
    try pair.client.send(first)
    try pair.client.send(second)
    pair.client.closeWithFIN()

    #expect(pair.receive() == first)
    #expect(pair.receive() == second)
    #expect(!pair.session.hasEnded)
    #expect(pair.receive() == [])
    #expect(pair.session.hasEnded)
  }

  @Test(arguments: [1, 5, 6, 27, 4_096, 4_097])
  func `may come in pieces of any size`(size: Int) throws {
    let pair = try SessionPair()
    let long = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    for part in [first, second, long, first] { try pair.client.send(part) }

    var read: [UInt8] = []
    try pair.inPieces(of: size) {
      while let bytes = pair.receive(), !bytes.isEmpty { read += bytes }
    }

    #expect(read == first + second + long + first)
    #expect(!pair.keepsSomething)
  }
}
