import Foundation
import Platform
import TestSupport
import Testing

/// The commands for sessions and scenarios, each the program itself, against a daemon.
@Suite("The program and its sessions")
struct SessionProgramTests {
  /// A daemon, and commands that speak to it.
  private final class Daemon {
    let program: Program
    let port: Int

    init() throws {
      (program, port) = try Program.serve(["--log", "off"])
    }

    deinit {
      program.signal(SIGTERM)
      _ = program.waitForExit()
    }

    func run(
      _ words: String...
    ) throws -> (status: Int32?, output: String, error: String) {
      let command = try Program(words + ["--url", "http://localhost:\(port)"])
      return (command.waitForExit(), command.outputText(), command.errorText())
    }

    func status(_ target: String, headers: [String] = []) throws -> Int {
      try RawClient(port: port).get(target, headers: headers).status
    }
  }

  @Test func `begin, list and end sessions`() throws {
    let daemon = try Daemon()

    let new = try daemon.run("session", "new", "--name", "checkout", "--ttl", "600s", "--port")
    let id = try daemon.run("session", "new", "--id-only").output.filter { $0 != "\n" }

    #expect(new.status == 0)
    let port = try #require(
      new.output.firstMatch(of: /port +http:\/\/localhost:([0-9]+)\n/).flatMap { Int($0.1) })
    #expect(new.output.contains("  prefix   http://localhost:\(daemon.port)/__session/"))
    #expect(try RawClient(port: port).get("/users").status == 200)
    let lines = try daemon.run("session").output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].contains(" checkout  -         1         0     "))
    #expect(lines[2].hasPrefix("\(id)  -         "))
    #expect(try daemon.status("/__session/\(id)/users") == 200)

    let end = try daemon.run("session", "end", "checkout")
    #expect(end.status == 0)
    #expect(end.output == "Session 'checkout' has ended.\n")
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    let again = try daemon.run("session", "end", "checkout")
    #expect(again.status == 64)
    #expect(
      again.error
        == "error: There is no session 'checkout': it was never begun, or it has ended.\n")
    #expect(try daemon.run("session", "end", id).status == 0)
    #expect(try daemon.run("session").output.split(separator: "\n").count == 1)
  }

  @Test func `choose scenarios, at the base and in a session`() throws {
    let daemon = try Daemon()
    let id = try daemon.run(
      "session", "new", "--name", "a", "--scenario", "logged out", "--id-only"
    )
    .output.filter { $0 != "\n" }
    let token = ["Authorization: Bearer t-1"]
    #expect(try daemon.status("/__session/\(id)/me/profile", headers: token) == 401)
    #expect(try daemon.status("/me/profile", headers: token) == 200)

    let list = try daemon.run("scenario", "--session", "a")
    let chosen = try daemon.run("scenario", "fresh install", "--drain")
    let off = try daemon.run("scenario", "--off", "--session", "a")

    #expect(
      list.output == """
        SCENARIO       ACTIVE  ROUTES
        logged out     yes     me.profile unauthorized
        fresh install  -       users.list empty, me.profile unauthorized

        """)
    #expect(
      chosen.output == """
        Scenario 'fresh install' is chosen.
        users.list answers with 'empty'.
        me.profile answers with 'unauthorized'.

        """)
    #expect(off.output == "No scenario is chosen.\n")
    #expect(try daemon.status("/me/profile", headers: token) == 401)
    #expect(try daemon.status("/__session/\(id)/me/profile", headers: token) == 200)
    let wrong = try daemon.run("scenario", "loged out")
    #expect(wrong.status == 64)
    #expect(
      wrong.error == """
        error: There is no scenario 'loged out'. Did you mean 'logged out'?
          hint    known are logged out, fresh install

        """)
  }

  @Test func `choose for a while, in a session`() throws {
    let daemon = try Daemon()
    let id = try daemon.run("session", "new", "--name", "a", "--id-only").output
      .filter { $0 != "\n" }

    let activate = try daemon.run(
      "activate", "users.list", "serverError", "--requests", "2", "--session", "a")

    #expect(
      activate.output == "users.list answers with 'serverError' for 2 more requests.\n")
    #expect(try daemon.status("/users") == 200)
    let statuses = try (0..<3).map { _ in try daemon.status("/__session/\(id)/users") }
    #expect(statuses == [500, 500, 200])
  }

  @Test func `list what a session holds, and release it`() throws {
    let daemon = try Daemon()
    let id = try daemon.run("session", "new", "--name", "a", "--id-only").output
      .filter { $0 != "\n" }
    #expect(try daemon.run("activate", "users.list", "timeout", "--session", "a").status == 0)
    let client = try RawClient(port: daemon.port)
    try client.request("GET", "/__session/\(id)/users")

    let held = try daemon.run("held", "--session", "a", "--wait", "5s")
    let base = try daemon.run("held")
    let foreign = try daemon.run("release", "1", "serverError")
    let release = try daemon.run("release", "1", "serverError", "--session", "a")
    let again = try daemon.run("release", "1", "--session", "a")

    #expect(held.status == 0)
    #expect(
      held.output.split(separator: "\n").last?.hasPrefix("1    users.list  timeout  GET     /users")
        == true)
    #expect(base.output == "SEQ  ROUTE  VARIANT  METHOD  TARGET  HELD\n")
    #expect(foreign.status == 1)
    #expect(
      release.output == "no. 1 GET /users (users.list) is released with 'serverError'.\n")
    #expect(try client.readReply().status == 500)
    #expect(again.status == 1)
  }

  /// A test's process that is killed: its session goes with it.
  @Test func `end a session with the process that holds its stream`() throws {
    let daemon = try Daemon()
    let id = try daemon.run("session", "new", "--id-only").output.filter { $0 != "\n" }
    let admin = try RawClient(port: daemon.port)
    #expect(
      try admin.get(
        "/__admin/routes/users.list/variant?session=\(id)", method: "PUT",
        body: #"{"variant":"timeout"}"#
      ).status == 200)
    let held = try RawClient(port: daemon.port)
    try held.request("GET", "/__session/\(id)/users")
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/bin/bash")
    holder.arguments = [
      "-c",
      """
      exec 3<>/dev/tcp/127.0.0.1/\(daemon.port)
      printf 'GET /__admin/sessions/\(id)/lease HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n' >&3
      exec cat <&3
      """,
    ]
    let output = Pipe()
    holder.standardOutput = output
    try holder.run()
    var text = ""
    while !text.contains("event: session\n"),
      let bytes = try output.fileHandleForReading.read(upToCount: 64), !bytes.isEmpty
    {
      text += String(decoding: bytes, as: UTF8.self)
    }
    #expect(try admin.get("/__admin/sessions/\(id)").status == 200)

    kill(holder.processIdentifier, SIGKILL)

    #expect(
      try eventually {
        try admin.get("/__admin/sessions/\(id)").status == 404
      })
    #expect(try held.readToEnd().ended == .reset)
    #expect(try admin.get("/users").status == 200)
  }
}
