@testable import Curl
import Testing

@Suite("A call through libcurl")
struct CurlRequestTests {
  private let answer =
    "HTTP/1.1 201 Created\r\nX-One: a b\r\nx-two:c\r\nContent-Length: 5\r\n\r\nhello"

  @Test
  func `brings status, header lines and body back`() throws {
    let server = try OneAnswerServer(answer: answer)

    let response = try CurlRequest("GET", "http://127.0.0.1:\(server.port)/a%2Fb/../c?d").perform()

    #expect(response.status == 201)
    #expect(response.value(of: "x-one") == "a b")
    #expect(response.value(of: "X-Two") == "c")
    #expect(response.body == Array("hello".utf8))
    #expect(server.request.hasPrefix("GET /a%2Fb/../c?d HTTP/1.1\r\n"))
  }

  @Test
  func `sends its method, header lines and body as they are`() throws {
    let server = try OneAnswerServer(answer: answer)

    _ = try CurlRequest(
      "PATCH", "http://127.0.0.1:\(server.port)/",
      headers: [("Content-Type", "application/json"), ("X-Empty", "")], body: Array("{}".utf8)
    ).perform()

    #expect(server.request.hasPrefix("PATCH / HTTP/1.1\r\n"))
    #expect(server.request.contains("\r\nContent-Type: application/json\r\n"))
    #expect(server.request.contains("\r\nX-Empty:\r\n"))
    #expect(server.request.hasSuffix("\r\n\r\n{}"))
  }

  @Test
  func `invents neither a content type nor an expectation`() throws {
    let server = try OneAnswerServer(answer: answer)

    _ = try CurlRequest(
      "PUT", "http://127.0.0.1:\(server.port)/", body: Array(repeating: 65, count: 2_000_000)
    ).perform()

    #expect(!server.request.lowercased().contains("content-type"))
    #expect(!server.request.lowercased().contains("expect"))
  }

  @Test
  func `does not wait for the body of an answer to HEAD`() throws {
    let server = try OneAnswerServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")

    let response = try CurlRequest("HEAD", "http://127.0.0.1:\(server.port)/").perform()

    #expect(response.value(of: "Content-Length") == "5")
    #expect(response.body.isEmpty)
  }

  @Test
  func `keeps the header lines of the last answer alone`() throws {
    let server = try OneAnswerServer(
      answer: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n\(answer)")

    let response = try CurlRequest("GET", "http://127.0.0.1:\(server.port)/").perform()

    #expect(response.value(of: "Link") == nil)
    #expect(response.value(of: "X-One") == "a b")
  }

  @Test(arguments: [
    ("http://localhost:8080/x", true), ("http://LOCALHOST", true), ("http://a.localhost/", true),
    ("http://127.8.0.1:1/", true), ("http://[::1]:80/", true), ("http://u:p@localhost/", true),
    ("http://example.com/localhost", false), ("http://localhost.example.com/", false),
    ("http://localhost@example.com/", false), ("http://[::2]/", false), ("localhost", false),
  ])
  func `knows this machine by its URL`(_ url: String, _ isLoopback: Bool) {
    #expect(CurlRequest("GET", url).isLoopback == isLoopback)
  }

  @Test
  func `says that nobody listens`() throws {
    let error = #expect(throws: CurlError.self) {
      try CurlRequest("GET", "http://127.0.0.1:1/").perform()
    }

    guard case .couldNotConnect = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test
  func `gives up in time`() throws {
    let server = try OneAnswerServer(answer: nil)

    #expect(throws: CurlError.timedOut) {
      try CurlRequest("GET", "http://127.0.0.1:\(server.port)/", timeout: .milliseconds(50))
        .perform()
    }
  }

  @Test
  func `refuses to smuggle a header line`() {
    #expect(throws: CurlError.unsendable("header 'X'")) {
      try CurlRequest("GET", "http://127.0.0.1:1/", headers: [("X", "a\r\nY: b")]).perform()
    }
  }

  @Test
  func `speaks HTTP alone`() {
    #expect(throws: CurlError.self) { try CurlRequest("GET", "file:///etc/hosts").perform() }
  }
}
