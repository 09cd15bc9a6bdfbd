import GnuTLS
import Testing

@Suite("What a client says first")
struct ClientHelloTests {
  private static func block(_ size: Int, _ content: [UInt8]) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) } + content
  }

  private static func message(_ extensions: [(kind: UInt16, content: [UInt8])]?) -> [UInt8] {
    let head: [UInt8] =
      [3, 3] + [UInt8](repeating: 9, count: 32) + block(1, [1, 2, 3])
      + block(2, [0x13, 0x02, 0xC0, 0x2C]) + block(1, [0])
    guard let extensions else { return head }
    return head
      + block(
        2,
        extensions.flatMap { kind, content in
          [UInt8(kind >> 8), UInt8(kind & 255)] + block(2, content)
        })
  }

  private static let whole = message([
    (0, block(2, [0] + block(2, Array("API.Example.com".utf8)))),
    (0x0A0A, []),
    (16, block(2, block(1, Array("h2".utf8)) + block(1, Array("http/1.1".utf8)))),
    (10, block(2, [0, 29, 0, 23])), (13, block(2, [4, 3, 8, 4])),
    (43, block(1, [0x0A, 0x0A, 3, 4, 3, 3])),
  ])

  @Test func `has a name, protocols, versions and ciphers`() throws {
    let hello = try #require(ClientHello(Self.whole))

    #expect(hello.serverName == Array("api.example.com".utf8))
    #expect(hello.protocols == [Array("h2".utf8), Array("http/1.1".utf8)])
    #expect(hello.versions == [0x0A0A, 0x0304, 0x0303])
    #expect(hello.cipherSuites == [0x1302, 0xC02C])
    #expect(hello.groups == [29, 23])
    #expect(hello.signatures == [0x0403, 0x0804])
  }

  @Test func `may say nothing of all that`() throws {
    let hello = try #require(ClientHello(Self.message(nil)))

    #expect(hello.serverName == nil)
    #expect(hello.protocols.isEmpty)
    #expect(hello.versions == [0x0303, 0x0302, 0x0301, 0x0300])
  }

  @Test func `is none where it ends early`() {
    let start = Self.message(nil).count
    for count in 0..<Self.whole.count where count != start {
      #expect(ClientHello(Array(Self.whole.prefix(count))) == nil, "\(count)")
    }
  }

  @Test func `is read whatever its bytes are`() {
    for place in Self.whole.indices {
      for value: UInt8 in [0, 1, 127, 255] {
        var bytes = Self.whole
        bytes[place] = value
        _ = ClientHello(bytes)
      }
    }
  }
}
