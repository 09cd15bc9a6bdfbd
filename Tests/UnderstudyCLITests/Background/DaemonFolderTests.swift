import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyCLI

@Suite("The folder of a daemon")
struct DaemonFolderTests {
  let stage: BackgroundStage

  init() throws { stage = try BackgroundStage() }

  @Test func `knows whether a daemon lives`() throws {
    let alive = try stage.put(port: 1, isAlive: true)
    let dead = try stage.put(port: 2, isAlive: false)
    let nameless = stage.state.daemon(onPort: 3)
    let life = try nameless.whileAlone { () throws(CommandFailure) in try nameless.takeLife() }

    #expect(try stage.state.daemon(onPort: 1).look() == .taken(alive))
    #expect(try stage.state.daemon(onPort: 2).look() == .left(dead))
    #expect(try nameless.look() == .taken(nil))
    life?.release()
    #expect(try nameless.look() == .free)
    #expect(stage.state.daemons.map(\.port) == [1, 2, 3])
  }

  @Test(arguments: ["", "{", "[]", #"{"version": 2}"#, #"{"version": 1, "pid": "x"}"#])
  func `takes what is no record for none`(_ text: String) throws {
    let place = stage.state.daemon(onPort: 1)
    try stage.put(port: 1, isAlive: false)
    try Files.writeAtomically(Array(text.utf8), to: "\(place.path)/daemon.json")

    #expect(try place.look() == .free)
  }

  @Test func `is for its user alone`() throws {
    let place = stage.state.daemon(onPort: 1)
    try stage.put(port: 1, isAlive: true)
    let choices = try place.makeChoices(of: "/work/shop")

    #expect(Files.permissions(of: stage.state.path) == 0o700)
    #expect(Files.permissions(of: place.path) == 0o700)
    for name in Files.names(in: place.path) {
      #expect(Files.permissions(of: "\(place.path)/\(name)") == 0o600, "\(name)")
    }
    #expect(try place.makeChoices(of: "/work/shop") == choices)
    #expect(place.choices(of: "/work/other") != choices)
  }

  @Test func `keeps a record as it was`() throws {
    let plan = try #require(
      DaemonPlan(
        program: "/bin/understudy", folder: "/work/shöp", arguments: ["--lan"],
        environment: [("UNDERSTUDY_ADMIN_TOKEN", "t-1")]))
    let record = DaemonRecord(
      process: 7, port: 1, urls: ServedURLs(url: "a", tlsURL: "b", adminURL: "c"),
      startedAt: "then", isInForeground: true, plan: plan, log: "/log")

    #expect(DaemonRecord(json: record.json) == record)
    #expect(record.known == KnownDaemon(port: 1, adminURL: "c", token: "t-1"))
  }

  @Test func `says that it cannot be written`() throws {
    let stage = Stage(environment: ["XDG_STATE_HOME": "/dev/null"])

    #expect(stage.run("start") == 73)

    #expect(
      stage.error == """
        error: The folder '/dev/null/understudy/8080' cannot be used: Not a directory.
          hint    set XDG_STATE_HOME to a folder that can be written

        """)
  }

  @Test func `needs a home`() {
    let stage = Stage()

    #expect(stage.run("start") == 78)

    #expect(
      stage.error == """
        error: There is no folder for daemons in the background: neither XDG_STATE_HOME nor HOME \
        is set.
          hint    set XDG_STATE_HOME to a folder that can be written

        """)
  }

  @Test(arguments: [
    (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/understudy"),
    (["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/understudy"),
    (["HOME": "/"], "/.local/state/understudy"),
  ])
  func `lies where the system says`(_ environment: [String: String], _ path: String) throws {
    #expect(try StateFolder { environment[$0] }.path == path)
  }
}
