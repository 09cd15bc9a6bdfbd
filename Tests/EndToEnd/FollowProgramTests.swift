import Foundation
import Platform
import TestSupport
import Testing

@Suite("The program that follows requests")
struct FollowProgramTests {
  /// A daemon on a port that another may take over.
  private static func serve(_ port: Int) throws -> Program {
    let daemon = try Program([
      "serve", "--port", "\(port)", "--fixtures", Program.fixtures, "--log", "off",
    ])
    #expect(eventually { (try? RawClient(port: port).get("/__admin/health").status) == 200 })
    return daemon
  }

  @Test func `goes on with a daemon that was started anew`() throws {
    let (first, port) = try Program.serve(["--log", "off"])
    #expect(try RawClient(port: port).get("/users").status == 200)
    let follower = try Program(["requests", "--follow", "--url", "http://127.0.0.1:\(port)"])
    #expect(follower.readLine().hasSuffix(" ms"))
    first.signal(SIGKILL)
    _ = first.waitForExit()
    #expect(
      follower.readErrorLine() == "The daemon at http://127.0.0.1:\(port) is gone. Waiting for it.")

    let second = try Self.serve(port)
    #expect(try RawClient(port: port).get("/users/1").status == 200)

    #expect(follower.readLine().contains("GET /users/1  users.detail default"))
    follower.signal(SIGINT)
    #expect(follower.waitForExit() == SIGINT)
    #expect(
      follower.errorText() == """
        The daemon at http://127.0.0.1:\(port) was started anew: its record begins anew too.

        """)
    second.signal(SIGTERM)
    #expect(second.waitForExit() == 0)
  }

  @Test(arguments: ["", "trap '' PIPE;"])
  func `ends without a word once nobody reads`(_ trap: String) throws {
    let (daemon, port) = try Program.serve(["--log", "off"])
    let client = try RawClient(port: port)
    for _ in 0..<3 { #expect(try client.get("/users").status == 200) }
    let shell = try #require(try Shell("bash"))

    // The program has more to say than the one line that is read.
    let (output, error) = try shell.run(
      ["-c"],
      "\(trap) understudy requests --follow | (read -r line; echo \"${line%% *}\"; exec 0<&-; "
        + "for _ in 1 2 3 4; do curl -s \"$UNDERSTUDY_URL/users\" >/dev/null; done)",
      environment: ["UNDERSTUDY_URL": "http://127.0.0.1:\(port)"])

    #expect(output == "1\n")
    #expect(error.isEmpty)
    daemon.signal(SIGTERM)
    #expect(daemon.waitForExit() == 0)
  }

  @Test func `verifies what came, and tells what came instead`() throws {
    let (daemon, port) = try Program.serve(["--log", "off"])
    let url = ["--url", "http://127.0.0.1:\(port)"]
    #expect(try RawClient(port: port).get("/users").status == 200)

    let good = try Program(["verify", "users.list", "--exactly", "1", "--within", "5"] + url)
    let bad = try Program(["verify", "users.detail", "--within", "100ms"] + url)

    #expect(good.waitForExit() == 0)
    #expect(good.outputText().hasPrefix("As expected: 1 request.\nSEQ "))
    #expect(bad.waitForExit() == 1)
    #expect(
      bad.errorText().hasPrefix(
        "error: Expected at least 1 request for route 'users.detail', but 0 came within 100 ms. "
          + "The nearest is no. 1, GET /users: "))
    daemon.signal(SIGTERM)
    #expect(daemon.waitForExit() == 0)
  }
}
