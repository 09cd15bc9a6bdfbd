#if os(Linux)
  import Glibc
  import Platform
  import TestSupport
  import Testing
  import Understudy

  @testable import UnderstudyCLI

  /// Everything that happens is told by the test, in the order that is meant; the daemons are processes
  /// that only wait, and that hold SIGTERM back as `serve` does before it serves.
  @Suite("The supervisor of dev", .serialized, .timeLimit(.minutes(2)))
  struct SupervisorTests {
    private struct Surprise: Error { let description: String }

    private let folder: TemporaryFolder
    private let terminal = Stage()
    private let queue = EventQueue<DevEvent>()
    private let supervisor: Supervisor

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("Package.swift", "")
      let package = try DevPackage(
        in: folder.path, executable: "/usr/bin/shop", command: "true", binary: "app", further: [])
      let report = DevReport(terminal.runner.console) { WallTime(seconds: 0, nanoseconds: 0) }
      supervisor = Supervisor(package, arguments: ["serve"], report, queue)
      try build("")
    }

    /// Makes a program, another for every text.
    private func build(_ text: String) throws {
      let program = "#!/bin/sh\n# \(text)\ntrap '' TERM\nexec cat <&3 >/dev/null\n"
      try folder.write("app", program)
      #expect(chmod("\(folder.path)/app", 0o755) == 0)
    }

    /// Starts a daemon, which is about to serve.
    private func start() throws -> Generation {
      supervisor.startNext()
      return try #require(supervisor.next?.generation)
    }

    private func say(_ word: SupervisorMessage.Word, _ generation: Generation) {
      supervisor.handle(
        .said(generation, SupervisorMessage(word, ["url": "http://localhost:8080"])))
    }

    private func save() { supervisor.handle(.changed(["routes/Users.swift"], supervisor.time.now)) }

    /// Waits until a daemon has ended, and tells the supervisor.
    private func hearEnd(of generation: Generation) throws {
      guard case .ended(let ended, let ending) = queue.next() else {
        throw Surprise(description: "these daemons say nothing")
      }
      // Not by SIGTERM, which they hold back.
      #expect(ended === generation && ending == .killed(9))
      supervisor.handle(.ended(ended, ending))
    }

    private func crash(_ generation: Generation) throws {
      generation.signal(9)
      try hearEnd(of: generation)
    }

    /// One end of a connection, and a descriptor of the other.
    private func connection() throws -> (MessageChannel, Int32) {
      let (ours, its) = try MessageChannel.pair()
      return (ours, try #require(Descriptor.copy(its.descriptor)))
    }

    /// Ends all daemons, whatever they hold back.
    private func end() {
      supervisor.end()
      supervisor.end()
    }

    @Test func `drops a daemon that is out of date before it serves, and keeps the one that does`()
      throws
    {
      defer { end() }
      let first = try start()
      say(.ready, first)
      let outdated = try start()

      save()
      // What was on its way when it was given up.
      say(.prepared, outdated)
      say(.ready, outdated)

      #expect(supervisor.current === first)
      #expect(supervisor.next?.isFrozen == false)
      #expect(supervisor.retired.isEmpty)
      try hearEnd(of: outdated)
      #expect(supervisor.next == nil)
      // The next one is waited for as ever: the one that serves leaves it what was chosen.
      let last = try start()
      say(.prepared, last)
      #expect(supervisor.next?.isFrozen == true)
      say(.ready, last)
      #expect(supervisor.current === last)
      #expect(supervisor.retired.map(\.number) == [first.number])
    }

    @Test func `lets what ended during a build serve again before the build does`() throws {
      defer { end() }
      let first = try start()
      say(.ready, first)
      save()
      try crash(first)
      let again = try #require(supervisor.next?.generation)
      try build("another")
      supervisor.pending = nil

      supervisor.handle(
        .built(BuildRun.Result(isGood: true, output: "", duration: .milliseconds(1200))))
      supervisor.advance()

      #expect(supervisor.next?.generation === again)
      say(.ready, again)
      #expect(supervisor.current === again)
      supervisor.advance()
      let built = try #require(supervisor.next?.generation)
      #expect(built.number > first.number)
      say(.prepared, built)
      #expect(supervisor.next?.isFrozen == true)
      say(.ready, built)
      #expect(supervisor.current === built)
      #expect(
        terminal.error == """
          00:00:00  routes/Users.swift changed, building
          00:00:00  the daemon has ended (signal 9) and is started again: choices and sessions are gone
          00:00:00  http://localhost:8080
          00:00:00  compiled in 1.20 s, http://localhost:8080
                    choices, network and sessions are kept; positions and journal begin anew

          """)
    }

    @Test func `keeps no socket while nobody serves and nobody is about to`() throws {
      defer { end() }
      let (ours, socket) = try connection()
      let first = try start()
      supervisor.handle(
        .said(
          first,
          SupervisorMessage(.ready, ["url": "http://localhost:8080", "plain": 1], [socket])))
      try crash(first)
      supervisor.advance()
      // It is started again, and has the same socket.
      #expect(fcntl(socket, F_GETFD) >= 0)
      let again = try #require(supervisor.next?.generation)
      say(.ready, again)
      supervisor.restartedAt = supervisor.time.now + .seconds(60)

      try crash(again)
      supervisor.advance()

      // Nothing has the other end any more.
      #expect(ours.receive().map(\.bytes) == nil)
      #expect(
        terminal.error.hasSuffix(
          "the daemon has ended again (signal 9): connections are refused until the next build\n"))
    }
  }
#endif
