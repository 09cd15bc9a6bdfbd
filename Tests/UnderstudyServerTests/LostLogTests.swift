import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyServer

@Suite("A log that cannot be written")
struct LostLogTests {
  /// A disk that takes so many bytes.
  private final class Disk: Sendable {
    private let state = Lock((room: 0, text: [UInt8]()))
    private let bell = Bell()

    func write(_ bytes: [UInt8]) -> StandardStream.Failure? {
      defer { bell.notify() }
      return state.withLock { state in
        let part = bytes.prefix(state.room)
        state.text += part
        state.room -= part.count
        return part.count == bytes.count
          ? nil
          : StandardStream.Failure(
            written: part.count, reason: SystemError(code: 28, call: "write"))
      }
    }

    func makeRoom(_ count: Int) { state.withLock { $0.room = count } }
    func waitForWriting() { bell.wait(for: .seconds(60)) }
    /// Its lines, the times of day in front of them left out.
    var lines: [String] {
      String(decoding: state.withLock { $0.text }, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0.dropFirst($0.contains("  ") ? 14 : 0)) }
    }
  }

  private let disk = Disk()
  private let troubles = Troubles(time: SystemTime())

  private func log() -> RequestLog {
    RequestLog(.text, time: SystemTime(), troubles, sink: { [disk] in disk.write($0) })
  }

  @Test func `is trouble until it can be, and then says what it has lost`() {
    let log = log()

    log.add(warning: "one")
    disk.waitForWriting()
    #expect(
      eventually {
        troubles.messages == [
          "The log cannot be written: No space left on device. Its lines are lost until it can: see "
            + "to the space on its disk."
        ]
      })
    log.add(warning: "two")
    disk.waitForWriting()
    disk.makeRoom(.max)
    log.add(warning: "three")
    disk.waitForWriting()
    log.stop()

    #expect(troubles.messages.isEmpty)
    #expect(
      disk.lines == [
        "2 lines were lost: the log could not be written: No space left on device",
        "warning: three", "",
      ])
  }

  @Test func `goes on behind half a line in a line of its own`() {
    let log = log()

    disk.makeRoom(20)
    log.add(warning: "one of some length")
    disk.waitForWriting()
    disk.makeRoom(.max)
    log.add(warning: "two")
    disk.waitForWriting()
    log.stop()

    let lines = disk.lines
    #expect(lines.count == 4)
    #expect(
      lines.dropFirst() == [
        "1 lines were lost: the log could not be written: No space left on device",
        "warning: two", "",
      ])
  }
}
