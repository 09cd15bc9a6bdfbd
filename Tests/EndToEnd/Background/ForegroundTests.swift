import Foundation
import Platform
import TestSupport
import Testing
import Understudy

@Suite("A daemon that somebody watches")
struct ForegroundTests {
  @Test func `is known to the commands, and leaves nothing when it ends`() throws {
    let folder = try TemporaryFolder()
    let notify = "\(folder.path)/notify"
    let manager = try NoticeReceiver(notify)
    let program = try BackgroundProgram(["NOTIFY_SOCKET": notify])
    let end = try program.begin(["start", "--foreground"])
    let port = program.port
    #expect(manager.next() == "READY=1")
    #expect(try program.record()?["serves"]?["url"] == .string("http://localhost:\(port)"))

    #expect(try program.run("start").status == 75)
    #expect(try program.run("restart").status == 64)
    #expect(try program.run("status").output.contains(" routes at http://localhost:\(port)\n"))
    #expect(try program.run("activate", "users.list", "serverError").status == 0)
    #expect(try RawClient(port: port).get("/users").status == 500)
    #expect(try program.run("stop").status == 0)

    let result = try end()
    #expect(result.status == 0)
    #expect(result.error.hasPrefix("Understudy 0.1.0 serves 13 routes\n"))
    #expect(try program.record() == nil)
    #expect(try program.run("logs").output.contains("  500  GET /users  "))
  }

  @Test func `tells on a descriptor where it serves`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/ready"
    let (program, port) = try Program.serve(
      ["--ready-fd", "7"],
      through: ["/bin/sh", "-c", "exec \"$@\" 7>'\(path)'", "sh"])
    #expect(eventually { (try? Files.read(path))?.last == UInt8(ascii: "\n") })

    program.signal(SIGTERM)

    #expect(program.waitForExit() == 0)
    #expect(
      try JSON(parsing: try #require(try Files.read(path))) == [
        "url": .string("http://localhost:\(port)"), "tlsURL": .null,
        "adminURL": .string("http://localhost:\(port)"),
      ])
  }
}
