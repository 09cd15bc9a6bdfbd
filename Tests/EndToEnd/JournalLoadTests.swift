#if os(Linux)
  import Foundation
  import Platform
  import TestSupport
  import Testing

  @Suite("A journal under load")
  struct JournalLoadTests {
    @Test(.bug(id: "L01"))
    func `stays as large as it may be, and counts what it dropped`() throws {
      let (program, port) = try Program.serve([
        "--log", "off", "--journal", "1000", "--journal-size", "16M",
      ])
      let client = try RawClient(port: port)
      let process = program.process.processIdentifier
      let body = String(repeating: "b", count: 1_000_000)
      func load() throws {
        for _ in 0..<10 {
          try client.send(
            String(repeating: "GET /users HTTP/1.1\r\nHost: h\r\n\r\n", count: 1000))
          for _ in 0..<1000 { #expect(try client.readReply().status == 200) }
        }
        for _ in 0..<100 {
          _ = try client.get("/nowhere", method: "POST", body: body)
        }
      }
      // The first round fills the journal.
      try load()
      #if !RACE
        let memory = try Self.residentBytes(of: process)
      #endif

      for _ in 0..<2 { try load() }

      #if !RACE
        #expect(try Self.residentBytes(of: process) - memory < 8 << 20)
      #endif
      let page = try client.get("/__admin/requests?limit=1")
      let list = try #require(
        JSONSerialization.jsonObject(with: Data(page.body)) as? [String: Any])
      let last = try #require((list["requests"] as? [[String: Any]])?.first)
      let dropped = try #require(list["dropped"] as? Int)
      #expect(last["seq"] as? Int == 30_300)
      #expect((29_300..<30_300).contains(dropped))
      program.signal(SIGTERM)
      #expect(program.waitForExit() == 0)
    }

    private static func residentBytes(of process: Int32) throws -> Int {
      let fields = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        .split(separator: " ")
      return try #require(fields.dropFirst().first.flatMap { Int($0) }) * Int(getpagesize())
    }
  }
#endif
