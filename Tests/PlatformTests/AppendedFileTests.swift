import Platform
import TestSupport
import Testing

@Suite("A file at whose end is written")
struct AppendedFileTests {
  let folder: TemporaryFolder
  var path: String { "\(folder.path)/log" }

  init() throws { folder = try TemporaryFolder() }

  private func text(_ path: String) throws -> String? {
    try Files.read(path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `goes on where it was, for this user alone`() throws {
    try AppendedFile(path).write(Array("one\n".utf8))
    let file = try AppendedFile(path)
    let size = file.size

    file.write(Array("two\n".utf8))

    #expect(try text(path) == "one\ntwo\n")
    #expect(try file.text(since: size) == "two\n")
    #expect(try file.text(since: file.size) == "")
    #expect(Files.permissions(of: path) == 0o600)
  }

  @Test func `is begun anew before it grows over its limit, and the one before stays`() throws {
    let file = try AppendedFile(path, limit: 8)

    for word in ["one\n", "two\n", "three\n", "four, which is longer\n", "five\n"] {
      file.write(Array(word.utf8))
    }

    #expect(try text(path) == "five\n")
    #expect(try text(AppendedFile.older(path)) == "four, which is longer\n")
    #expect(Files.names(in: folder.path).sorted() == ["log", "log.1"])
  }

  @Test func `is begun anew where somebody has taken it away`() throws {
    let file = try AppendedFile(path)
    file.write(Array("one\n".utf8))
    folder.remove("log")

    file.write(Array("two\n".utf8))

    #expect(try text(path) == "two\n")
  }

  @Test func `goes on at the end where somebody has cut it off`() throws {
    let file = try AppendedFile(path)
    file.write(Array("one\n".utf8))
    try folder.truncate("log", to: 0)

    file.write(Array("two\n".utf8))

    #expect(try text(path) == "two\n")
  }
}
