import MicroHTTPD
import TestSupport
import Testing
import UnderstudyEngine

@testable import UnderstudyServer

@Suite("The memory of misses")
struct MissMemoryTests {
  static func key(
    _ target: String, method: String = "GET", headers: [(name: String, value: String)] = [],
    body: [UInt8] = []
  ) throws -> MissMemory.Key? {
    MissMemory.Key(
      ReceivedRequest(
        method: Array(method.utf8), target: try Target(Array(target.utf8)),
        head: HeadLines(headers), body: body))
  }

  static func answer(_ text: String, byteCount: Int = 10) -> MissMemory.Answer {
    MissMemory.Answer(
      reply: Reply(status: 404, fields: [], body: Array(text.utf8)), note: LogNote(text),
      byteCount: byteCount)
  }

  @Test func `keeps what comes twice`() throws {
    let memory = MissMemory()
    let key = try #require(try Self.key("/a"))

    memory.keep(Self.answer("first"), for: key)
    let afterOne = memory.answer(key)
    memory.keep(Self.answer("second"), for: key)

    #expect(afterOne == nil)
    #expect(memory.answer(key)?.note.text == "second")
  }

  @Test func `takes no request for another`() throws {
    let long = [UInt8](repeating: 7, count: 200)
    var other = long
    other[100] = 8
    let keys = [
      try Self.key("/a"), try Self.key("/a", method: "PUT"), try Self.key("/b"),
      try Self.key("/a", headers: [("A", "1")]), try Self.key("/a", headers: [("A", "2")]),
      try Self.key("/a", body: [1]), try Self.key("/a", body: long),
      try Self.key("/a", body: other),
    ]

    #expect(Set(keys).count == keys.count)
    #expect(try Self.key("/a", body: [UInt8](repeating: 1, count: 4097)) == nil)
  }

  @Test func `is bounded in number and in bytes`() throws {
    let few = MissMemory(entries: 8, bytes: 1 << 20)
    let small = MissMemory(entries: 1000, bytes: 1000)
    for number in 0..<100 {
      let key = try #require(try Self.key("/\(number)"))
      for memory in [few, small] {
        for _ in 0..<2 { memory.keep(Self.answer("", byteCount: 90), for: key) }
      }
    }
    let last = try #require(try Self.key("/99"))
    let huge = try #require(try Self.key("/huge"))
    for _ in 0..<2 { small.keep(Self.answer("", byteCount: 5000), for: huge) }

    #expect(few.count <= 8)
    #expect(small.count <= 10)
    #expect(few.answer(last) != nil)
    #expect(small.answer(huge) == nil)
  }
}
