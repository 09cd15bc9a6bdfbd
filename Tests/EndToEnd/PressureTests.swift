import Foundation
import Platform
import TestSupport
import Testing
import Understudy

#if os(Linux)
  /// What `docs/limits.md` promises where the system gives no more.
  @Suite("A daemon under pressure", .serialized)
  struct PressureTests {
    private let unshare = "/usr/bin/unshare"
    private let shell = "/bin/sh"

    private func health(_ client: RawClient) throws -> [String] {
      let json = try JSON(parsing: try client.get("/__admin/health").body)
      return try (json["problems"]?.arrayValue ?? []).map { try #require($0.stringValue) }
    }

    /// The processor's time that a process has had.
    private func processorTime(_ process: Int32) throws -> Duration {
      let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      let fields = try #require(text.split(separator: ")").last).split(separator: " ")
      let ticks = try #require(Int(fields[11])) + (try #require(Int(fields[12])))
      return .milliseconds(ticks * 1000 / sysconf(Int32(_SC_CLK_TCK)))
    }

    @Test func `goes on where it has no descriptor left, and serves again when there are some`()
      throws
    {
      let (program, port) = try Program.serve(
        ["--workers", "2"], through: [shell, "-c", "ulimit -n 64; exec \"$@\"", "-"])
      let first = try RawClient(port: port)
      #expect(try first.get("/users").status == 200)
      let before = try processorTime(program.process.processIdentifier)

      let others = try (0..<200).map { _ in try RawClient(port: port) }
      var statuses: Set<Int> = []
      for client in others {
        try? client.request("GET", "/users/1")
        statuses.insert(try client.readReply().status)
      }

      #expect(statuses == [200, 503])
      #expect(try first.get("/users/2").status == 200)
      #expect(
        try health(first).contains {
          $0.hasPrefix("Nearly all 64 descriptors that this process may have (ulimit -n)")
            || $0.hasPrefix("All ")
        })
      #expect(try processorTime(program.process.processIdentifier) - before < .seconds(5))
      for client in others { client.closeWithFIN() }
      #expect(try eventually { try RawClient(port: port).get("/users/3").status == 200 })
      program.signal(SIGTERM)
      #expect(program.waitForExit() == 0)
    }

    @Test func `goes on where its log cannot be written, and says so to who asks`() throws {
      let (program, port) = try Program.serve(through: [
        shell, "-c", "exec \"$@\" 2>/dev/full", "-",
      ])
      let client = try RawClient(port: port)

      for _ in 0..<20 { #expect(try client.get("/users").status == 200) }

      let message =
        "The log cannot be written: No space left on device. Its lines are lost until it can: see to "
        + "the space on its disk."
      #expect(try eventually { try health(client) == [message] })
      let status = try Program(["status", "--url", "http://127.0.0.1:\(port)"])
      #expect(status.waitForExit() == 0)
      #expect(status.outputText().contains("  problem   \(message)\n"))
      program.signal(SIGTERM)
      #expect(program.waitForExit() == 0)
    }

    /// On a disk of its own, of 64 KiB.
    @Test func `loses no state on a full disk once there is room again`() throws {
      let folder = try TemporaryFolder()
      let disk = "\(folder.path)/disk"
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      let launcher = [
        unshare, "--user", "--map-root-user", "--mount", shell, "-c",
        "mount -t tmpfs -o size=64k tmpfs '\(disk)' && exec \"$@\"", "-",
      ]
      // Where this user may not mount one, there is nothing to show.
      let probe = try Process.run(
        URL(fileURLWithPath: unshare), arguments: Array(launcher.dropFirst()) + ["/bin/true"])
      probe.waitUntilExit()
      guard probe.terminationStatus == 0 else { return }
      let (program, port) = try Program.serve(
        ["--state", "\(disk)/state.json", "--log", "off"], through: launcher)
      let client = try RawClient(port: port)
      // The disk as the daemon sees it.
      let seen = "/proc/\(program.process.processIdentifier)/root\(disk)"
      func flip(_ route: String) throws {
        let reply = try client.get(
          "/__admin/routes/\(route)/variant", method: "PUT", body: #"{"variant":"offline"}"#)
        #expect(reply.status == 200)
      }
      func state() throws -> JSON? {
        try Files.read("\(seen)/state.json").map { try JSON(parsing: $0) }
      }
      try flip("users.list")
      #expect(try eventually { try state()?["overrides"] == ["users.list": "offline"] })

      let filler = open("\(seen)/filler", O_WRONLY | O_CREAT, 0o600)
      let block = [UInt8](repeating: 0, count: 4096)
      while write(filler, block, block.count) > 0 {}
      close(filler)
      try flip("users.detail")

      #expect(
        try eventually {
          try health(client).first?.hasPrefix(
            "State file '\(disk)/state.json' cannot be written: No")
            == true
        })
      #expect(try state()?["overrides"] == ["users.list": "offline"])
      unlink("\(seen)/filler")
      #expect(
        try eventually {
          try state()?["overrides"] == ["users.list": "offline", "users.detail": "offline"]
        })
      #expect(try eventually { try health(client).isEmpty })
      program.signal(SIGTERM)
      #expect(program.waitForExit() == 0)
    }

    @Test func `tells a crowd that it is too many, and keeps serving those who were there`() throws
    {
      let (program, port) = try Program.serve(["--max-connections", "20", "--log", "off"])
      let clients = try (0..<10).map { _ in try RawClient(port: port) }
      for client in clients { #expect(try client.get("/users").status == 200) }

      let crowd = try (0..<500).map { _ in try RawClient(port: port) }
      var counts: [Int: Int] = [:]
      for client in crowd {
        try? client.request("GET", "/users")
        counts[try client.readReply().status, default: 0] += 1
      }
      for client in clients { #expect(try client.get("/users").status == 200) }

      #expect(counts.keys.sorted() == [200, 503])
      #expect(counts[503] ?? 0 >= 400)
      #expect(
        try health(clients[0]) == [
          "All 20 connections that there may be at once (--max-connections) are open: further ones are "
            + "answered with 503."
        ])
      for client in crowd { client.closeWithFIN() }
      #expect(try eventually { try RawClient(port: port).get("/users").status == 200 })
      program.signal(SIGTERM)
      #expect(program.waitForExit() == 0)
    }
  }
#endif
