import Platform
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("A process in the background")
struct BackgroundProcessTests {
  let folder: TemporaryFolder
  let log: AppendedFile

  init() throws {
    folder = try TemporaryFolder()
    log = try AppendedFile("\(folder.path)/log")
  }

  private func start(_ script: String) throws -> BackgroundProcess {
    let lock = try FileLock("\(folder.path)/lock")
    defer { lock.release() }
    return try BackgroundProcess(
      "/bin/sh", ["-c", script], environment: ["PATH=/usr/bin:/bin", "WORD=hello"],
      folder: folder.path, log: log, lock: lock)
  }

  @Test func `tells when it is ready, where it was told to work`() throws {
    let process = try start("echo \"$WORD $(pwd)\" >&4; exit 3")

    #expect(process.waitForLine() == Array("hello \(folder.path)".utf8))
    #expect(try process.waitForEnd() == 3)
  }

  @Test func `says what is in its way to the log`() throws {
    let process = try start("echo one; echo two >&2; kill -9 $$")

    #expect(process.waitForLine() == nil)
    #expect(try process.waitForEnd() == 137)
    #expect(try log.text(since: 0) == "one\ntwo\n")
  }

  @Test func `has no descriptor but its five`() throws {
    let process = try start(
      """
      [ "$(head -c 1)" = "" ] && echo silent
      for descriptor in 3 4 5 6 7 8 9; do
        ( : <&$descriptor ) 2>/dev/null && echo $descriptor
      done
      exit 0
      """)

    #expect(try process.waitForEnd() == 0)
    #expect(try log.text(since: 0) == "silent\n3\n4\n")
  }

  @Test func `has a session of its own, and holds its lock until its end`() throws {
    let process = try start("echo >&4; exec sleep 60")
    #expect(process.waitForLine() == [])
    #expect(getsid(process.number) == process.number)
    #expect(try FileLock.takeIfFree("\(folder.path)/lock") == nil)

    let running = try #require(try RunningProcess(process.number))
    try running.end(.atOnce)

    #expect(running.waitForEnd(within: .seconds(60)))
    let lock = try #require(try FileLock.takeIfFree("\(folder.path)/lock"))
    lock.release()
    #expect(try process.waitForEnd() == 137)
  }

  @Test func `does not start where there is no such program or folder`() throws {
    let lock = try FileLock("\(folder.path)/lock")
    defer { lock.release() }

    for (program, place) in [("/nowhere", folder.path), ("/bin/sh", "/nowhere")] {
      #expect(throws: SystemError(code: 2, call: "posix_spawn")) {
        try BackgroundProcess(program, [], environment: [], folder: place, log: log, lock: lock)
      }
    }
  }
}
