import Platform
import TestSupport
import Testing

@Suite("A program of the machine")
struct ToolTests {
  @Test func `is found in the first folder that has it`() throws {
    let temporary = try TemporaryFolder()
    try temporary.write("sh", "no program")

    #expect(Tool.find("sh", in: ["", temporary.path, "/bin"]) == Tool(path: "/bin/sh"))
    #expect(Tool.find("nothing-of-that-name", in: ["/bin"]) == nil)
  }

  @Test func `tells how it ended, with the environment that it is given`() throws {
    let shell = Tool(path: "/bin/sh")

    #expect(try shell.run(["-c", "exit $STATUS"], environment: ["STATUS=7"]) == 7)
    #expect(try shell.run(["-c", "kill -9 $$"], environment: []) == 137)
    #expect(try shell.run(["-c", "echo x >&2; echo x"], environment: [], isQuiet: true) == 0)
    #expect(throws: SystemError(code: 2, call: "posix_spawn")) {
      try Tool(path: "/nowhere").run([], environment: [])
    }
  }
}
