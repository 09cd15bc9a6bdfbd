import Curl
import TestSupport
import Testing
import Understudy
import UnderstudyAPI

@Suite("Whom a command trusts")
struct DaemonTrustTests {
  let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.write("understudy/ca.pem", "x")
    try temporary.write("other.pem", "x")
  }

  private func authorities(
    _ arguments: [String], environment: [String: String] = [:]
  ) -> String?? {
    let stage = Stage(environment: environment)
    _ = stage.run(["status"] + arguments)
    return stage.requests.first.map(\.authorities)
  }

  @Test(arguments: [
    ("https://localhost:8443", true), ("https://127.0.0.1:8443", true), ("https://[::1]", true),
    ("https://abc.localhost:8443", true), ("https://api.example.com", false),
  ])
  func `is the development CA on this machine`(url: String, isOwn: Bool) {
    let environment = ["XDG_DATA_HOME": temporary.path]

    #expect(
      authorities(["--url", url], environment: environment)
        == .some(isOwn ? "\(temporary.path)/understudy/ca.pem" : nil))
    #expect(authorities(["--url", url], environment: ["HOME": temporary.path]) == .some(nil))
  }

  @Test func `is who is named, wherever the daemon is`() {
    let other = "\(temporary.path)/other.pem"
    for url in ["https://localhost:8443", "https://api.example.com"] {
      #expect(authorities(["--url", url, "--cacert", other]) == other)
      #expect(authorities(["--url", url], environment: ["UNDERSTUDY_CACERT": other]) == other)
    }
  }

  @Test func `must be there`() {
    let stage = Stage()

    #expect(stage.run("status", "--cacert", "/none.pem") == 64)

    #expect(
      stage.error == """
        error: Option '--cacert' is '/none.pem', and there is no such file.
          hint    name the certificate of who has signed the daemon's

        """)
    #expect(stage.requests.isEmpty)
  }
}
