import Platform
import TestSupport
import Testing

@testable import UnderstudyCLI

@Suite("The reader of a log")
struct LogReaderTests {
  let folder: TemporaryFolder
  var path: String { "\(folder.path)/log" }

  init() throws { folder = try TemporaryFolder() }

  private func append(_ text: String, limit: Int = .max) throws {
    try AppendedFile(path, limit: limit).write(Array(text.utf8))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(arguments: [
    (0, ""), (1, "three\n"), (2, "two\nthree\n"), (3, "one\ntwo\nthree\n"),
    (9, "one\ntwo\nthree\n"),
  ])
  func `begins with the newest lines`(_ count: Int, _ lines: String) throws {
    try append("one\ntwo\nthree\n")
    var reader = LogReader(path)

    #expect(text(try reader.last(count)) == lines)
    #expect(try reader.next().bytes.isEmpty)
  }

  @Test func `takes lines of the file before where there are too few`() throws {
    try append("one\ntwo\n")
    try append("three\nfo", limit: 8)
    var reader = LogReader(path)

    #expect(text(try reader.last(3)) == "two\nthree\nfo")
  }

  @Test func `waits for a log that is not there yet`() throws {
    var reader = LogReader(path)
    #expect(try reader.last(10) == [])
    #expect(try reader.next().bytes == [])

    try append("one\n")

    #expect(text(try reader.next().bytes) == "one\n")
  }

  @Test func `loses nothing where the file is begun anew`() throws {
    try append("one\n")
    var reader = LogReader(path)
    _ = try reader.last(10)

    try append("two\n")
    try append("three\n", limit: 8)

    let (bytes, news) = try reader.next()
    #expect(text(bytes) == "two\nthree\n")
    #expect(news == nil)
  }

  @Test func `says that the file was cut off`() throws {
    try append("one\ntwo\n")
    var reader = LogReader(path)
    _ = try reader.last(10)
    try folder.truncate("log", to: 0)

    #expect(try reader.next().news == "The log was cut off.")
    try append("three\n")

    #expect(text(try reader.next().bytes) == "three\n")
  }
}
