import Foundation
import Platform
import TestSupport
import Testing
import Understudy

@Suite("The program in the background")
struct BackgroundTests {
  let program: BackgroundProgram
  var port: Int { program.port }

  init() throws { program = try BackgroundProgram() }

  private func status(_ path: String = "/users") throws -> Int {
    try RawClient(port: port).get(path).status
  }

  /// What `start` says of the daemon that is on record.
  private func account(_ furtherLines: String = "") throws -> String {
    """
    Understudy serves at http://localhost:\(port)
      panel     http://localhost:\(port)/__admin/
      pid       \(try program.process())
      log       \(program.place(port))/log
    \(furtherLines)
    """
  }

  @Test func `serves once it is started, until it is stopped`() throws {
    let started = try program.run("start")
    #expect(try status() == 200)
    #expect(started == .init(status: 0, output: try account()))

    let told = try program.run("status")
    #expect(told.status == 0)
    #expect(told.output.contains("\n  pid       \(try program.process())\n"))
    let isLogged = try eventually {
      try program.run("logs", "--lines", "1").output.contains("  200  GET /users  ")
    }
    #expect(isLogged)
    let process = try program.process()

    let stopped = try program.run("stop")

    #expect(
      stopped.output == "The daemon at http://localhost:\(port) (pid \(process)) has ended.\n")
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    #expect(try program.record() == nil)
    #expect(try program.run("stop").status == 69)
  }

  @Test func `keeps what was chosen`() throws {
    #expect(try program.run("start").status == 0)
    #expect(try program.run("activate", "users.list", "serverError").status == 0)
    #expect(try status() == 500)

    let again = try program.run("restart")
    #expect(again.status == 0)
    #expect(
      again.output.hasSuffix("\n  choices   those of before; 'understudy reset' takes them back\n"))
    #expect(try status() == 500)
    #expect(try program.run("stop").status == 0)
    #expect(try program.run("start").status == 0)
    #expect(try status() == 500)

    // Another folder is another project: its choices are its own.
    #expect(try program.run("stop").status == 0)
    #expect(try program.run("start", in: Program.root.path).status == 0)
    #expect(try status() == 200)
  }

  @Test func `says who has the port`() throws {
    #expect(try program.run("start").status == 0)
    let record = try #require(try program.record())

    let second = try program.run("start")

    #expect(
      second
        == .init(
          status: 75,
          error: """
            error: A daemon of yours has port \(port) already: pid \(try program.process()), since \
            \(record["startedAt"]?.stringValue ?? ""), in '\(record["folder"]?.stringValue ?? "")'.
              hint    'understudy restart --port \(port)' starts it anew, \
            'understudy stop --port \(port)' ends it

            """))
    #expect(try program.record() == record)
    #expect(try status() == 200)
  }

  @Test func `starts once where four start it at once`() throws {
    let all = try (0..<4).map { _ in try program.begin(["start"]) }

    let results = try all.map { try $0() }.sorted { $0.status < $1.status }

    #expect(results.map(\.status) == [0, 75, 75, 75])
    #expect(results[0].output == (try account()))
    for loser in results.dropFirst() {
      #expect(loser.error.hasPrefix("error: A daemon of yours has port \(port) already: pid "))
    }
    #expect(try status() == 200)
  }

  @Test func `says that the one before was killed, and starts`() throws {
    #expect(try program.run("start").status == 0)
    #expect(try program.run("activate", "users.list", "forbidden").status == 0)
    let first = try #require(try program.record())
    let choices = Files.names(in: program.place(port)).filter { $0.hasPrefix("choices-") }
    let file = "\(program.place(port))/\(try #require(choices.first))"
    #expect(
      eventually { (try? Files.read(file))?.contains(UInt8(ascii: "f")) == true })

    try program.kill()
    let second = try program.run("start")

    #expect(second.status == 0)
    #expect(
      second.error == """
        notice: The daemon at http://localhost:\(port) that was started at \
        \(first["startedAt"]?.stringValue ?? "") (pid \(first["pid"]?.intValue ?? 0)) has ended \
        without a word; its log: \(program.place(port))/log

        """)
    #expect(try status() == 403)
    #expect(try program.record() != first)
  }

  @Test func `is started anew as it was where it was killed`() throws {
    #expect(try program.run("start", "--no-markers").status == 0)
    try program.kill()

    let again = try program.run("restart")

    #expect(again.status == 0)
    #expect(again.error.hasPrefix("notice: The daemon at http://localhost:\(port) that was "))
    #expect(try RawClient(port: port).get("/users").value(of: "Understudy-Route") == nil)
  }

  @Test func `is started anew with its options and folder, and with new ones`() throws {
    #expect(try program.run("start", "--no-markers", in: Program.root.path).status == 0)

    #expect(try program.run("restart", "--grace", "100ms").status == 0)

    let record = try #require(try program.record())
    #expect(record["arguments"] == ["--no-markers", "--grace", "100ms"])
    #expect(record["folder"]?.stringValue == Program.root.path)
    #expect(try RawClient(port: port).get("/users").value(of: "Understudy-Route") == nil)
  }

  @Test func `goes on where it would not start anew`() throws {
    let fixtures = try TemporaryFolder()
    #expect(try program.run("start").status == 0)
    let record = try program.record()

    let again = try program.run("restart", "--fixtures", fixtures.path)

    #expect(again.status == 78)
    #expect(again.error.contains("which does not exist in '\(fixtures.path)'.\n"))
    #expect(
      again.error.hasSuffix(
        """
        error: The daemon at http://localhost:\(port) is not started anew: see above.
          hint    one that runs goes on as it was

        """))
    #expect(try program.record() == record)
    #expect(try status() == 200)
  }

  @Test(
    arguments: [
      (
        ["--workers", "abc"], 64,
        """
        error: Option '--workers' must be a whole number from 1 to 1024, not 'abc'.
          hint    one that runs goes on as it was

        """
      ),
      (["--tls-port", "1", "--tls-cert", "no.pem"], 64, nil),
    ] as [([String], Int32, String?)])
  func `is not ended for options that are wrong`(
    _ options: [String], _ status: Int32, _ error: String?
  ) throws {
    #expect(try program.run("start", "--no-markers").status == 0)
    let record = try program.record()

    let again = try program.begin(["restart"] + options)()

    #expect(again.status == status)
    if let error { #expect(again.error == error) }
    #expect(try program.record() == record)
    #expect(try self.status() == 200)
  }

  @Test func `serves again as it was where the new one does not serve`() throws {
    #expect(try program.run("start", "--no-markers").status == 0)
    let (other, taken) = try Program.serve(["--log", "off"])

    let again = try program.run("restart", "--admin-port", "\(taken)")

    #expect(again.status == 75)
    #expect(
      again.error.hasPrefix("error: Port \(taken) on 127.0.0.1 is taken by another program.\n"))
    #expect(
      again.error.hasSuffix(
        "notice: The daemon at http://localhost:\(port) serves again, with the options that it had.\n"
      ))
    #expect(again.output.hasSuffix(try account()))
    #expect(try program.record()?["arguments"] == ["--no-markers"])
    #expect(try status() == 200)
    other.signal(SIGTERM)
    #expect(other.waitForExit() == 0)
  }

  @Test func `keeps the options of one that was killed where the new one does not serve`() throws {
    #expect(try program.run("start", "--no-markers").status == 0)
    try program.kill()
    let record = try program.record()
    let (other, taken) = try Program.serve(["--log", "off"])

    let again = try program.run("restart", "--admin-port", "\(taken)")

    #expect(again.status == 75)
    other.signal(SIGTERM)
    #expect(other.waitForExit() == 0)
    #expect(
      again.error.hasSuffix(
        """
        notice: The daemon at http://localhost:\(port) does not run; its options are kept.
          hint    'understudy restart --port \(port)' starts it with them

        """))
    #expect(try program.record() == record)
    #expect(try program.run("restart").status == 0)
    #expect(try RawClient(port: port).get("/users").value(of: "Understudy-Route") == nil)
  }

  @Test func `is ended at once where it does not end`() throws {
    #expect(try program.run("start").status == 0)
    let process = try program.process()
    kill(process, SIGSTOP)

    let patient = try program.run("stop", "--wait", "50ms")
    #expect(patient.status == 1)
    #expect(
      patient.error == """
        error: The daemon at http://localhost:\(port) (pid \(process)) has not ended within 50 ms.
          hint    end it at once with 'understudy stop --port \(port) --kill'

        """)

    #expect(try program.run("stop", "--port", "\(port)", "--kill").status == 0)
    #expect(try program.run("status", "--url", "http://localhost:\(port)").status == 69)
  }

  @Test func `is one of several`() throws {
    #expect(try program.run("start").status == 0)
    let free = try program.run("start", "--port", "0")
    #expect(free.status == 0)
    let other = try #require(free.output.firstMatch(of: /localhost:(\d+)/).flatMap { Int($0.1) })
    #expect(try RawClient(port: other).get("/users").status == 200)

    #expect(try program.run("stop").status == 64)
    #expect(try program.run("routes").output.contains("users.list"))
    #expect(try program.run("restart", "--port", "\(other)").status == 0)
    #expect(try RawClient(port: other).get("/users").status == 200)
    let ended = try program.run("stop", "--all")

    #expect(ended.output.split(separator: "\n").count == 2)
    #expect(try program.record() == nil)
    #expect(try program.record(other) == nil)
  }

  @Test func `serves HTTPS alone`() throws {
    let started = try program.run("start", "--port", "off", "--tls-port", "\(port)")
    #expect(started.status == 0)
    #expect(started.output.hasPrefix("Understudy serves at https://localhost:\(port)\n"))

    #expect(try program.run("activate", "users.list", "offline").status == 0)

    #expect(try program.run("status").output.contains(" routes at https://localhost:\(port)\n"))
  }

  @Test func `is found behind an admin port and a token`() throws {
    let admin = try FreePorts.find(1)[0]
    let started = try program.run("start", "--admin-port", "\(admin)", "--admin-token", "t-1")
    #expect(started.output.contains("\n  admin     http://localhost:\(admin)\n"))

    #expect(try program.run("activate", "users.list", "serverError").status == 0)

    #expect(try status() == 500)
  }
}
