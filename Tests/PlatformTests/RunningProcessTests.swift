import Platform
import TestSupport
import Testing

@Suite("Another process")
struct RunningProcessTests {
  @Test func `ends in good order, and is waited for`() throws {
    let folder = try TemporaryFolder()
    let lock = try FileLock("\(folder.path)/lock")
    defer { lock.release() }
    let child = try BackgroundProcess(
      "/bin/sh", ["-c", "trap 'exit 5' TERM; echo >&4; while :; do sleep 0.01; done"],
      environment: ["PATH=/usr/bin:/bin"], folder: folder.path,
      log: try AppendedFile("\(folder.path)/log"), lock: lock)
    #expect(child.waitForLine() == [])
    let process = try #require(try RunningProcess(child.number))

    #expect(!process.waitForEnd(within: .zero))
    try process.end(.orderly)

    #expect(process.waitForEnd(within: .seconds(60)))
    #expect(try child.waitForEnd() == 5)
    // The number may be another's by now: nobody hears of this.
    try process.end(.atOnce)
  }

  @Test(arguments: [-1, 0, 1, Int32.max])
  func `is none where the number is none`(_ number: Int32) throws {
    #expect(try RunningProcess(number) == nil)
  }
}
