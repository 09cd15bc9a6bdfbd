import Foundation
import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyClient
import UnderstudyServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("What clients make of an upload that is not read as it comes")
struct UploadClientTests {
  private let server: MockServer
  private var url: String { "http://127.0.0.1:\(server.port)/photos" }

  init() throws {
    var settings = MockServer.Settings()
    settings.port = 0
    settings.log = .off
    server = try MockServer(
      catalog: Catalog(
        RouteGroup("photos", path: "/photos") {
          Route("photos.add", .any, default: .json(["id": 1]).status(201))
            .variant("slow", .default.readingAt(bytesPerSecond: 2_000_000))
            .variant("early", .default.refusingBody(after: 0, with: .unauthorized))
            .variant("large", .default.refusingBody(after: 100_000, with: .status(413)))
            .variant("cut", .default.resettingUpload(after: 100_000))
            .variant("silent", .default.withholdingContinue)
        }), settings: settings)
  }

  private func flip(_ variant: String) async throws {
    try await MockClient(url: server.url).activate(Variant(rawValue: variant), for: "*")
  }

  private func photo(_ count: Int, in folder: TemporaryFolder) throws -> String {
    try folder.write("photo.jpg", [UInt8](repeating: 120, count: count))
    return "\(folder.path)/photo.jpg"
  }

  // MARK: - curl

  struct CurlExample: Sendable, CustomTestStringConvertible {
    var variant: String
    var options: [String]
    var exit: Int32
    var status: String
    var testDescription: String { "\(variant) by \(options.joined(separator: " "))" }
  }

  @Test(arguments: [
    CurlExample(variant: "early", options: ["-F", "photo=@FILE"], exit: 0, status: "401"),
    CurlExample(variant: "early", options: ["-T", "FILE"], exit: 0, status: "401"),
    CurlExample(
      variant: "early", options: ["-H", "Expect:", "--data-binary", "@FILE"], exit: 0,
      status: "401"),
    CurlExample(variant: "large", options: ["-F", "photo=@FILE"], exit: 0, status: "413"),
    CurlExample(
      variant: "large", options: ["-H", "Transfer-Encoding: chunked", "-T", "FILE"], exit: 0,
      status: "413"),
    CurlExample(variant: "cut", options: ["-T", "FILE"], exit: 55, status: "100"),
    // It waits a second for 100 Continue.
    CurlExample(
      variant: "silent", options: ["-H", "Expect: 100-continue", "-T", "FILE"], exit: 0,
      status: "201"),
    CurlExample(variant: "slow", options: ["-T", "FILE"], exit: 0, status: "201"),
  ])
  func `is a status or an exit of curl`(_ example: CurlExample) async throws {
    guard let curl = ClientProgram.curl else { return }
    try await flip(example.variant)
    let folder = try TemporaryFolder()
    let file = try photo(3_000_000, in: folder)

    let result = try ClientProgram.run(
      curl,
      ["--silent", "--max-time", "20", "--output", "/dev/null", "--write-out", "%{http_code}"]
        + example.options.map { $0.replacing("FILE", with: file) } + [url])

    // A reset is met while it writes or while it reads.
    let exits = example.exit == 55 ? [55, 56] : [example.exit]
    #expect(exits.contains(result.status ?? -1), "\(result)")
    #expect(result.output.prefix(3) == example.status)
  }

  @Test func `takes its time with curl`() async throws {
    guard let curl = ClientProgram.curl else { return }
    try await flip("slow")
    let folder = try TemporaryFolder()
    let file = try photo(3_000_000, in: folder)
    let start = SystemTime().now

    let result = try ClientProgram.run(
      curl, ["--silent", "--output", "/dev/null", "-T", file, url])

    #expect(result.status == 0)
    #expect(SystemTime().now - start >= .milliseconds(1500))
  }

  // MARK: - URLSession

  /// Notes how far an upload has come, and whether it has ended.
  private final class Progress: NSObject, URLSessionTaskDelegate, Sendable {
    let sent = Lock([Int64]())
    let hasEnded = Bell()

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
      totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {
      sent.withLock { $0.append(totalBytesSent) }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      hasEnded.notify()
    }
  }

  private func session(_ progress: Progress? = nil) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 10
    configuration.connectionProxyDictionary = [:]
    return URLSession(configuration: configuration, delegate: progress, delegateQueue: nil)
  }

  private func request() throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = "POST"
    return request
  }

  private func upload(_ count: Int) async throws -> String {
    do {
      let (_, response) = try await session().upload(
        for: request(), from: Data(repeating: 120, count: count))
      return "\((response as? HTTPURLResponse)?.statusCode ?? 0)"
    } catch let error as URLError {
      return "\(error.code.rawValue)"
    }
  }

  @Test(arguments: [
    ("early", "401"), ("large", "413"), ("cut", "-1005"), ("silent", "201"), ("default", "201"),
  ])
  func `is a status or an error of URLSession`(variant: String, result: String) async throws {
    try await flip(variant)

    #expect(try await upload(3_000_000) == result)
  }

  @Test func `is progress that URLSession tells`() async throws {
    try await flip("slow")
    let progress = Progress()
    let start = SystemTime().now

    // More than twice what the system takes for a client at most (tcp_wmem).
    let total = 10_000_000
    session(progress).uploadTask(with: try request(), from: Data(repeating: 120, count: total))
      .resume()
    #expect(progress.hasEnded.wait(for: .seconds(20)))

    #expect(SystemTime().now - start >= .seconds(2))
    let steps = progress.sent.withLock { $0 }
    #expect(steps.last == Int64(total))
    // Not all at once, as it would be without.
    #expect(steps.count { $0 < 9_000_000 } > 5)
  }
}
