#if os(Linux)
  import Foundation
  import Platform
  import TestSupport
  import Testing

  @Suite("A thousand clients that hang up", .serialized)
  struct HangUpTests {
    @Test(.bug(id: "D04"), arguments: ["timeout", "loading"])
    func `leave neither descriptors nor memory behind`(variant: String) throws {
      // What the journal keeps is no leak, but lies scattered among what hang-ups leave free, where
      // it keeps whole pages: without it, what is left is the hang-ups' own.
      let (program, port) = try Program.serve(["--log", "off", "--journal", "0"])
      let admin = try RawClient(port: port)
      let flip = try admin.get(
        "/__admin/routes/users.list/variant", method: "PUT", body: #"{"variant":"\#(variant)"}"#)
      #expect(flip.status == 200)
      let process = program.process.processIdentifier
      let descriptors = try Self.descriptors(of: process)
      // The first round lets the allocator take what it keeps.
      try Self.hangUp(port, process)
      let areClosed = try eventually {
        try Self.descriptors(of: process).count <= descriptors.count
      }
      let rest = try Self.descriptors(of: process)
      #expect(areClosed, "\(rest), not \(descriptors)")
      #if !RACE
        let memory = try Self.residentPages(of: process)
      #endif

      for _ in 0..<4 { try Self.hangUp(port, process) }

      let areClosedAgain = try eventually {
        try Self.descriptors(of: process).count <= descriptors.count
      }
      let restAgain = try Self.descriptors(of: process)
      #expect(areClosedAgain, "\(restAgain), not \(descriptors)")
      // The thread sanitizer has an allocator of its own, which gives nothing back.
      #if !RACE
        // A page is 4 KiB: a megabyte for four thousand clients is the allocator's, not a leak.
        var growth = 0
        let isSmall = try eventually {
          growth = try Self.residentPages(of: process) - memory
          return growth < 256
        }
        #expect(isSmall, "\(growth) pages more")
      #endif
      #expect(try RawClient(port: port).get("/users/1").status == 200)
      program.signal(SIGTERM)
      #expect(program.waitForExit() == 0)
    }

    /// A thousand clients that are all there before the first of them goes.
    private static func hangUp(_ port: Int, _ process: Int32) throws {
      let clients = try (0..<1000).map { _ in
        let client = try RawClient(port: port)
        try client.request("GET", "/users")
        return client
      }
      // How many there are at once is what takes memory.
      let areThere = try eventually { try Self.descriptors(of: process).count > clients.count }
      #expect(areThere)
      for (index, client) in clients.enumerated() {
        if index.isMultiple(of: 2) { client.closeWithFIN() } else { client.closeWithRST() }
      }
    }

    /// What a process has open, sorted; one that is closed meanwhile has no name.
    private static func descriptors(of process: Int32) throws -> [String] {
      let folder = "/proc/\(process)/fd"
      let numbers = Files.names(in: folder)
      try #require(!numbers.isEmpty)
      return numbers.map { number in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)"))
          ?? "closed"
      }.sorted()
    }

    private static func residentPages(of process: Int32) throws -> Int {
      let fields = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        .split(separator: " ")
      return try #require(fields.dropFirst().first.flatMap { Int($0) })
    }
  }
#endif
