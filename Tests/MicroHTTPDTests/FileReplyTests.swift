import Platform
import TestSupport
import Testing

@testable import MicroHTTPD

@Suite("An answer out of a file")
struct FileReplyTests {
  private let folder: TemporaryFolder
  private let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a.bin", content)
  }

  private func daemon(
    cut: Reply.Cut? = nil, before: @escaping @Sendable () -> Void = {}
  ) throws -> TestDaemon {
    let file = try RootedFolder(folder.path).open("a.bin")
    // The library waits for more of a file that has become shorter until its connection is idle.
    return try TestDaemon(configure: { $0.idleTimeout = .seconds(1) }) { _ in
      before()
      return .reply(
        Reply(
          status: 200, fields: [Field("ETag", #""1""#), Field("Content-Type", "a/b")],
          slices: [.file(file, 0..<file.size)], cut: cut, isConditional: cut == nil))
    }
  }

  @Test func `is the same bytes`() throws {
    let server = try daemon()
    let client = try RawClient(port: server.port)

    #expect(try client.get("/").body == content)
    let head = try client.get("/", method: "HEAD")

    #expect(head.value(of: "Content-Length") == "300000")
    #expect(try client.get("/").body == content)
  }

  @Test(arguments: [
    (Reply.Malformation.statusLine, 300_000), (.header, 300_000), (.chunk(after: 200_000), 200_000),
  ])
  func `is the same bytes where it is no HTTP`(
    malformation: Reply.Malformation, count: Int
  ) throws {
    let file = try RootedFolder(folder.path).open("a.bin")
    let server = try TestDaemon { _ in
      .reply(
        Reply(
          status: 200, fields: [], slices: [.file(file, 0..<file.size)],
          malformation: malformation))
    }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    var (bytes, ended) = try client.readToEnd()

    #expect(ended == .fin)
    if count < content.count {
      let end = "\r\nmalformed\r\n"
      #expect(bytes.suffix(end.utf8.count).elementsEqual(end.utf8))
      bytes.removeLast(end.utf8.count)
      let head = String(decoding: bytes.dropLast(count), as: UTF8.self)
      #expect(head.hasSuffix("\r\n\r\n30d40\r\n"))
    }
    #expect(bytes.suffix(count) == content[..<count])
    #expect(server.handler.waitForEndings(1) == [.closed])
  }

  @Test func `is not read to its end for a client that takes little of it`() throws {
    // More than there is memory for.
    try folder.writeSparse("huge.bin", size: 1 << 42, end: [1])
    let file = try RootedFolder(folder.path).open("huge.bin")
    let server = try TestDaemon { _ in
      .reply(
        Reply(
          status: 200, fields: [], slices: [.file(file, 0..<file.size)], malformation: .header))
    }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    #expect(try client.read(until: "Content-Length: \(1 << 42)\r\n"))
    client.closeWithRST()

    #expect(server.handler.waitForEndings(1) == [.cancelled])
  }

  @Test(arguments: [0, 1, 4095, 4096, 131_072, 299_999])
  func `goes on from anywhere`(offset: Int) throws {
    let server = try daemon()

    let reply = try RawClient(port: server.port).get("/", headers: ["Range: bytes=\(offset)-"])

    #expect(reply.status == 206)
    #expect(reply.body == Array(content[offset...]))
    #expect(reply.value(of: "Content-Range") == "bytes \(offset)-299999/300000")
  }

  @Test func `has parts in one body`() throws {
    let server = try daemon()

    let reply = try RawClient(port: server.port).get(
      "/", headers: ["Range: bytes=0-99999,299990-"])
    let parts = content[..<100_000] + Array("\r\n".utf8)

    #expect(reply.status == 206)
    #expect(reply.body.count > 100_010)
    #expect(Array(parts).count == 100_002)
    let marker = Array("Content-Range: bytes 0-99999/300000\r\n\r\n".utf8)
    let start = try #require(
      reply.body.indices.first { reply.body[$0...].starts(with: marker) })
    #expect(reply.body[(start + marker.count)...].starts(with: parts))
    let last = Array("bytes 299990-299999/300000\r\n\r\n".utf8) + content[299_990...]
    #expect(
      reply.body.indices.contains { $0 > 100_000 && reply.body[$0...].starts(with: last) })
  }

  @Test func `keeps the content that it was opened with`() throws {
    let file = try RootedFolder(folder.path).open("a.bin")
    folder.remove("a.bin")
    try folder.write("a.bin", "new")
    let server = try TestDaemon { _ in
      .reply(Reply(status: 200, fields: [], slices: [.file(file, 0..<file.size)]))
    }

    #expect(try RawClient(port: server.port).get("/").body == content)
  }

  @Test(arguments: [false, true])
  func `breaks off where the file has become shorter`(hasParts: Bool) throws {
    let folder = folder
    let server = try daemon { try? folder.truncate("a.bin", to: 1000) }
    let client = try RawClient(port: server.port)

    try client.request("GET", "/", headers: hasParts ? ["Range: bytes=0-1,900-200000"] : [])
    let (bytes, _) = try client.readToEnd()

    #expect(!bytes.isEmpty)
    #expect(bytes.count < 5000)
  }

  @Test func `breaks off where it is told to`() throws {
    let server = try daemon(cut: .close(after: 150_000))
    let client = try RawClient(port: server.port)

    try client.request("GET", "/")
    let (bytes, ended) = try client.readToEnd()

    #expect(ended == .fin)
    #expect(bytes.suffix(150_000) == content[..<150_000])
    #expect(server.handler.waitForEndings(1) == [.closed])
  }
}
