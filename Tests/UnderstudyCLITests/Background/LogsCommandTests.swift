import Platform
import Testing

@testable import UnderstudyCLI

@Suite("The command that shows a log")
struct LogsCommandTests {
  @Test func `goes on with what is written`() throws {
    let stage = try BackgroundStage()
    let record = try stage.put(port: 9090, isAlive: true)
    let log = try AppendedFile(record.log)
    log.write(Array("one\ntwo\n".utf8))
    // What is written between the looks; behind the last, nobody looks again.
    let further = Lock(["three\n", "four\n"])
    stage.stage.change {
      $0.pause = { _ in
        guard let text = further.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
          return false
        }
        log.write(Array(text.utf8))
        return true
      }
    }

    #expect(stage.run("logs -f --lines 1") == 0)

    #expect(String(decoding: stage.stage.bytes, as: UTF8.self) == "two\nthree\nfour\n")
  }

  @Test func `shows the last log that there was where no daemon runs`() throws {
    let stage = try BackgroundStage()
    let record = try stage.put(port: 9090, isAlive: false)
    try AppendedFile(record.log).write(Array("one\n".utf8))

    #expect(stage.run("logs") == 0)

    #expect(stage.stage.bytes == Array("one\n".utf8))
  }
}
