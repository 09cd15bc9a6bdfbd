import Platform
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("A program that runs beside")
struct ChildProcessTests {
  private func run(_ script: String, _ descriptors: [(ours: Int32, its: Int32)] = []) throws
    -> ChildProcess
  {
    try ChildProcess(
      "/bin/sh", ["-c", script], environment: ["PATH=/usr/bin:/bin", "WORD=so"],
      descriptors: descriptors)
  }

  @Test(arguments: [
    ("exit 0", ChildProcess.Ending.exited(0)), ("exit 78", .exited(78)),
    ("kill -9 $$", .killed(9)), ("kill -13 $$; exit 1", .killed(13)),
    ("read line; exit 3", .exited(3)), ("[ \"$WORD\" = so ]", .exited(0)),
  ])
  func `tells how it has ended`(script: String, ending: ChildProcess.Ending) throws {
    #expect(try run(script).wait() == ending)
  }

  @Test func `writes where it is told to`() throws {
    let output = try Files.openNameless()
    defer { Descriptor.close(output) }

    #expect(try run("echo one; echo two >&2", [(output, 1), (output, 2)]).wait() == .exited(0))

    #expect(String(decoding: Files.readBack(output), as: UTF8.self) == "one\ntwo\n")
  }

  @Test func `ends with its group`() throws {
    let process = try run("sleep 600 & wait")

    process.signalGroup(SIGTERM)

    #expect(process.wait() == .killed(SIGTERM))
    // To somebody who has ended, it is nothing.
    process.signal(SIGTERM)
  }

  @Test func `does not start where there is none`() {
    #expect(throws: SystemError.self) {
      try ChildProcess("/nowhere/program", [], environment: [])
    }
  }

  @Test func `is copied with its rights`() throws {
    let folder = try TemporaryFolder()
    try folder.write("one", "#!/bin/sh\nexit 5\n")
    chmod("\(folder.path)/one", 0o755)

    try Files.copy("\(folder.path)/one", to: "\(folder.path)/two")

    #expect(
      try ChildProcess("\(folder.path)/two", [], environment: []).wait() == .exited(5))
    #expect(Files.names(in: folder.path).sorted() == ["one", "two"])
  }
}
