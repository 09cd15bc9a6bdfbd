import Foundation
import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyAPI
import UnderstudyClient
import UnderstudyInProcess

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("What clients make of files")
struct DownloadTests {
  private let folder: TemporaryFolder
  private let daemon: MockDaemon
  private let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

  init() async throws {
    folder = try TemporaryFolder()
    try folder.write("clip.mp4", content)
    try folder.write("list.json", "[1,2,3]")
    daemon = try await MockDaemon.start(
      Catalog(
        RouteGroup("d") {
          Route("d.clip", .get, "/clip", default: .fixture("clip.mp4"))
          Route("d.list", .get, "/list", default: .fixture("list.json").compressed())
        }), fixtures: folder.path)
  }

  private func curl(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["curl", "--silent", "--noproxy", "*", "--max-time", "20"] + arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func read(_ name: String) -> [UInt8] {
    (FileManager.default.contents(atPath: "\(folder.path)/\(name)")).map { [UInt8]($0) } ?? []
  }

  @Test(arguments: [1, 65_536, 1_500_000, 2_999_999])
  func `curl resumes a download from anywhere`(offset: Int) throws {
    try folder.write("got", Array(content[..<offset]))

    let status = try curl([
      "--continue-at", "-", "--output", "\(folder.path)/got",
      "\(daemon.url)/clip",
    ])

    #expect(status == 0)
    #expect(read("got") == content)
  }

  @Test func `curl takes what is compressed, and does not take it twice`() async throws {
    let url = "\(daemon.url)/list"
    let tag = "\(folder.path)/tag"

    #expect(
      try curl(["--compressed", "--etag-save", tag, "--output", "\(folder.path)/got", url]) == 0)
    #expect(read("got") == Array("[1,2,3]".utf8))
    let again = try curl([
      "--compressed", "--etag-compare", tag, "--output", "\(folder.path)/again", url,
    ])

    #expect(again == 0)
    #expect(read("again").isEmpty)
    #expect(try await daemon.client.request(2).summary.status == 304)
  }

  private func session(_ cache: URLCache?) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.connectionProxyDictionary = [:]
    configuration.urlCache = cache
    return URLSession(configuration: configuration)
  }

  private func get(_ path: String, _ range: String? = nil) async throws -> (Data, Int) {
    var request = URLRequest(
      url: try #require(URL(string: "\(daemon.url)\(path)")))
    if let range { request.setValue(range, forHTTPHeaderField: "Range") }
    let (data, response) = try await session(nil).data(for: request)
    return (data, try #require(response as? HTTPURLResponse).statusCode)
  }

  @Test func `URLSession gets the part that it asks for`() async throws {
    let (data, status) = try await get("/clip", "bytes=2999990-")

    #expect(status == 206)
    #expect([UInt8](data) == Array(content[2_999_990...]))
  }

  @Test func `URLSession takes what is compressed`() async throws {
    let (data, status) = try await get("/list")

    #expect(status == 200)
    #expect([UInt8](data) == Array("[1,2,3]".utf8))
  }

  @Test func `URLSession with a cache meets every change`() async throws {
    let session = session(URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil))
    let url = try #require(URL(string: "\(daemon.url)/list"))
    func get() async throws -> (text: String, status: Int?) {
      let (data, response) = try await session.data(from: url)
      return (String(decoding: data, as: UTF8.self), (response as? HTTPURLResponse)?.statusCode)
    }

    // Whether it asks with the tag that it has is its own affair: it sees the content, never a 304.
    for _ in 0..<3 {
      let (text, status) = try await get()
      #expect(text == "[1,2,3]")
      #expect(status == 200)
    }
    try await daemon.client.activate(.empty, for: "d.list")

    #expect(try await get().text == "[]")
  }
}
