import Foundation
import Platform
import TestSupport
import Testing
import Understudy

@Suite("The log of a daemon")
struct BackgroundLogTests {
  @Test func `never grows over its size, and takes what goes to standard error too`() throws {
    let program = try BackgroundProgram()
    #expect(try program.run("start", "--log-size", "4K").status == 0)
    let (log, client) = ("\(program.place(program.port))/log", try RawClient(port: program.port))
    let errors = "/proc/\(try program.process())/fd/2"
    let first = try #require(Files.signature(of: log))

    // Lines that come close together are written together: some a time, until a file is full.
    let isBegunAnew = try eventually {
      _ = try client.get("/users")
      return Files.signature(of: "\(log).1").map { $0.isSameFile(as: first) } == true
    }
    #expect(isBegunAnew)
    let second = try #require(Files.signature(of: log))

    #expect(!second.isSameFile(as: first))
    #expect(second.size <= 4096)
    #expect(try #require(Files.signature(of: "\(log).1")).size <= 4096)
    if let seen = Files.signature(of: errors) { #expect(seen.isSameFile(as: second)) }
    #expect(try program.run("logs", "--lines", "1000").output.contains("Understudy 0.1.0 serves"))
  }

  @Test func `is a file of one's own choice, beside what a terminal shows`() throws {
    let folder = try TemporaryFolder()
    let (program, port) = try Program.serve(["--log-file", "\(folder.path)/log"])
    #expect(try RawClient(port: port).get("/users").status == 200)

    program.signal(SIGTERM)

    #expect(program.waitForExit() == 0)
    let text = try Files.read("\(folder.path)/log").map { String(decoding: $0, as: UTF8.self) }
    #expect(text?.contains("  200  GET /users  users.list default  ") == true)
    let errors = program.errorText()
    #expect(errors.hasPrefix("Understudy 0.1.0 serves"))
    #expect(!errors.contains("GET /users"))
  }
}
