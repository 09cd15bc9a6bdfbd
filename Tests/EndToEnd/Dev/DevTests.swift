#if os(Linux)
  import Foundation
  import Platform
  import TestSupport
  import Testing
  import Understudy

  @Suite("understudy dev", .serialized)
  struct DevTests {
    @Test func `serves what is saved, and ends with all that it has started`() throws {
      let stage = try DevStage()
      _ = try stage.told("served after")
      #expect(
        try stage.admin("PUT", "/routes/users.list/variant", #"{"variant":"forbidden"}"#).status
          == 200)

      for _ in 0..<2 { try stage.handOver() }

      #expect(
        try stage.told("kept")
          == "          choices, network and sessions are kept; positions and journal begin anew")
      #expect(try RawClient(plainTo: stage.port).get("/users").status == 403)
      #expect(eventually { stage.daemons().count == 1 })
      stage.program.signal(SIGTERM)
      #expect(stage.program.waitForExit() == 0)
      #expect(stage.daemons() == [])
      #expect(throws: RawClient.Failure.self) { try RawClient(plainTo: stage.port) }
      let files = try FileManager.default.contentsOfDirectory(atPath: stage.folder.path)
      #expect(files.sorted() == ["Package.swift", "app", "build.sh", "fixtures", "routes"])
    }

    @Test func `tells what does not compile, and goes on with the build before`() throws {
      let stage = try DevStage()
      _ = try stage.told("served after")
      let error = "\(stage.folder.path)/routes/Users.swift:3:9: error: cannot find 'lst' in scope"
      try stage.folder.write("errors", "[1/2] Compiling\n\(error)\n 3 | lst\n\(error)\n")

      try stage.save()

      #expect(try stage.told("goes on serving").hasSuffix("  the build before goes on serving"))
      #expect(
        stage.program.readErrorLine()
          == "          routes/Users.swift:3:9: error: cannot find 'lst' in scope")
      let isFailed = try eventually {
        try stage.admin("GET", "/daemon").document?["build"] == [
          "state": "failed",
          "text": "routes/Users.swift:3:9: error: cannot find 'lst' in scope",
        ]
      }
      #expect(isFailed)
      #expect(try RawClient(plainTo: stage.port).get("/users").status == 200)
      stage.folder.remove("errors")
      try stage.handOver()
      let isTold = try eventually {
        try stage.admin("GET", "/daemon").document?["build"] == ["state": "served", "text": nil]
      }
      #expect(isTold)
    }

    @Test func `tells what is wrong with the routes of a build, and goes on with the one before`()
      throws
    {
      let stage = try DevStage()
      _ = try stage.told("served after")
      stage.folder.remove("fixtures/users/list.json")

      try stage.save()

      _ = try stage.told("goes on serving")
      #expect(
        stage.program.readErrorLine().contains("serves fixture 'users/list.json', which does"))
      let isRefused = try eventually {
        try stage.admin("GET", "/daemon").document?["build"]?["state"] == "refused"
      }
      #expect(isRefused)
      let build = try stage.admin("GET", "/daemon").document?["build"]
      #expect(build?["text"]?.stringValue?.contains("users/list.json") == true)
      #expect(try RawClient(plainTo: stage.port).get("/users/1").status == 200)

      // The fixture is all that it lacks: nothing is built for it.
      try stage.folder.write("errors", "error: nothing is to be built\n")
      try stage.folder.write("fixtures/users/list.json", "[]")

      #expect(
        try stage.told("changed").hasSuffix(
          "  fixtures/users/list.json changed, starting what is built"))
      #expect(!(try stage.told("served after").contains("compiled")))
      // The daemon is told by a message of its own, which may come behind the line.
      let isTold = try eventually {
        try stage.admin("GET", "/daemon").document?["build"]?["state"] == "served"
      }
      #expect(isTold)
      #expect(try RawClient(plainTo: stage.port).get("/users").text.hasSuffix("[]"))
    }

    @Test func `serves the package's fixtures and builds in its folder, wherever it runs`() throws {
      let stage = try DevStage(from: "routes")

      _ = try stage.told("served after")

      #expect(try RawClient(plainTo: stage.port).get("/users").status == 200)
    }

    @Test func `starts a daemon again that was killed, and refuses nobody meanwhile`() throws {
      let stage = try DevStage()
      _ = try stage.told("served after")
      #expect(eventually { stage.daemons().count == 1 })
      let daemon = try #require(stage.daemons().first)

      kill(daemon, SIGKILL)
      // Nobody accepts for a moment; the system does.
      let reply = try RawClient(plainTo: stage.port).get("/users")

      #expect(reply.status == 200)
      #expect(
        try stage.told("ended").hasSuffix(
          "the daemon has ended (signal 9) and is started again: choices and sessions are gone"))
    }

    @Test func `leaves nothing behind when it is killed`() throws {
      let stage = try DevStage()
      _ = try stage.told("served after")

      stage.program.signal(SIGKILL)

      #expect(stage.program.waitForExit() == SIGKILL)
      #expect(eventually { stage.daemons().isEmpty })
      #expect(throws: RawClient.Failure.self) { try RawClient(plainTo: stage.port) }
    }

    @Test func `keeps what is held with the build before, and says so`() throws {
      let stage = try DevStage()
      _ = try stage.told("served after")
      #expect(
        try stage.admin("PUT", "/routes/users.list/variant", #"{"variant":"timeout"}"#).status
          == 200)
      let client = try RawClient(plainTo: stage.port)
      try client.request("GET", "/users")
      #expect(
        try stage.admin("GET", "/held?count=1&waitSeconds=10").document?["held"]?.arrayValue?.count
          == 1)

      try stage.save()
      let line = try stage.told("held")

      #expect(line.contains("1 held request stays with the build before"))
      let process = try #require(
        line.split(separator: "'").dropFirst().first.flatMap {
          Int32($0.split(separator: " ").last ?? "")
        })
      kill(process, SIGTERM)
      #expect(try client.readToEnd().ended == .reset)
      #expect(eventually { stage.daemons().count == 1 })
    }

    @Test func `says that there is nothing to build`() throws {
      let folder = try TemporaryFolder()
      let program = try Program(["dev"], in: URL(fileURLWithPath: folder.path))

      #expect(program.waitForExit() == 78)
      #expect(
        program.errorText() == """
          error: There is no Package.swift in '\(folder.path)' or above it, and so nothing to build.
            hint    run 'dev' in the folder of the package whose routes it shall serve

          """)
    }

    @Test func `ends where its port is taken`() throws {
      let (_daemon, port) = try Program.serve(["--log", "off"])
      let folder = try TemporaryFolder()
      try folder.write("Package.swift", "")
      let program = try Program(
        [
          "dev", "--port", "\(port)", "--fixtures", Program.fixtures, "--build", "true", "--binary",
          Program.binary.path,
        ], in: URL(fileURLWithPath: folder.path))

      #expect(program.waitForExit() == 75)
      #expect(program.errorText().hasPrefix("error: Port \(port) on 127.0.0.1 is taken"))
      _daemon.signal(SIGTERM)
      #expect(_daemon.waitForExit() == 0)
    }
  }
#endif
