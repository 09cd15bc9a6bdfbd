#if os(Linux)
  import Foundation
  import Platform
  import TestSupport
  import Testing
  import Understudy
  import UnderstudyServer

  import ExampleRoutes

  /// A test process that dies in the middle takes its session with it.
  @Suite("A test process that is killed", .serialized)
  struct KilledTestTests {
    /// Begins a session with a port, flips a route in it, and then is one process (`exec`) that holds
    /// its lease open and waits for two answers, one by the session's port.
    static let script = #"""
      url=$1
      session=$(curl -s "$url/__admin/sessions" -d '{"name":"doomed","port":true}')
      id=$(echo "$session" | sed -n 's/.*"id": "\([^"]*\)".*/\1/p')
      port=$(echo "$session" | sed -n 's/.*"port": "\([^"]*\)".*/\1/p')
      curl -s -o /dev/null -X PUT "$url/__admin/routes/users.list/variant?session=$id" \
        -d '{"variant":"timeout"}'
      echo "$id $port"
      exec curl -s -N -Z --parallel-immediate "$url/__admin/sessions/$id/lease" \
        "$url/__session/$id/users" "$port/users" 2>/dev/null
      """#

    @Test func `leaves nothing of its session after a second`() throws {
      var settings = MockServer.Settings()
      settings.port = 0
      settings.log = .off
      settings.fixtures = Program.fixtures
      let server = try MockServer(catalog: ExampleRoutes.catalog, settings: settings)
      defer { server.stop() }
      let admin = try RawClient(port: server.port)
      let test = try Child(Self.script, "http://127.0.0.1:\(server.port)")
      let words = try test.readLine().split(separator: " ")
      try #require(words.count == 2)
      let id = String(words[0])
      let port = try #require(words[1].split(separator: ":").last.flatMap { Int($0) })
      // Its stream has begun, and both of its calls are held, when it is killed.
      while try !test.readLine().hasPrefix("event: session") {}
      let held = try admin.get("/__admin/held?session=\(id)&count=2&waitSeconds=10")
      #expect(held.json?["held"]?.arrayValue?.count == 2)
      // Somebody else waits in the session, and listens to it.
      let other = try RawClient(port: port)
      try other.request("GET", "/users")
      let three = try admin.get("/__admin/held?session=\(id)&count=3&waitSeconds=10")
      #expect(three.json?["held"]?.arrayValue?.count == 3)
      let events = try RawClient(port: server.port)
      try events.request("GET", "/__admin/events?session=\(id)")
      #expect(try events.read(until: "\r\n\r\n"))
      // These, its lease and the events.
      #expect(eventually { server.parkedCount == 5 })
      let start = SystemTime().now

      kill(test.process.processIdentifier, SIGKILL)

      #expect(
        try eventually {
          try admin.get("/__admin/sessions/\(id)").status == 404 && server.parkedCount == 0
            // This one, and the one of the events, which have ended.
            && server.connectionCount <= 2
        })
      #expect(SystemTime().now - start < .seconds(1))
      #expect(try other.readToEnd().bytes.isEmpty)
      #expect(try events.readReply().status == 200)
      events.closeWithFIN()
      #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
      #expect(try admin.get("/__admin/sessions").json?["sessions"]?.arrayValue == [])
      #expect(try admin.get("/__admin/held?session=*").json?["held"]?.arrayValue == [])
      #expect(try admin.get("/__session/\(id)/users").status == 404)
      #expect(eventually { server.connectionCount == 1 })
      #expect(server.openExchangeCount <= 1)
      // What it did is still on record.
      let journal = try admin.get("/__admin/requests?session=\(id)&waitSeconds=0")
      let endings = journal.json?["requests"]?.arrayValue?.compactMap { $0["ending"]?.stringValue }
      #expect(endings?.count == 3)
      #expect(endings?.allSatisfy { ["cancelled", "dropped"].contains($0) } == true)
      // Nobody else has noticed: the base answers.
      #expect(try admin.get("/users").status == 200)
    }
  }

  /// A shell script that runs beside the test.
  private final class Child {
    let process = Process()
    private let output = Pipe()

    init(_ script: String, _ arguments: String...) throws {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", script, "sh"] + arguments
      process.standardOutput = output
      try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// The next line of what it prints.
    ///
    /// - Throws: where it ends before.
    func readLine() throws -> String {
      var bytes: [UInt8] = []
      while true {
        guard let byte = try output.fileHandleForReading.read(upToCount: 1)?.first else {
          throw RawClient.Failure(description: "the script has ended")
        }
        if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(byte)
      }
    }
  }
#endif
