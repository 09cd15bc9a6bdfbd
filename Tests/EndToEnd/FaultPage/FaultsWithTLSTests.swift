import Foundation
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("A fault over HTTPS")
struct FaultsWithTLSTests {
  @Test(arguments: FaultExample.all)
  func `ends curl and URLSession as over HTTP`(_ example: FaultExample) throws {
    let plain = try FaultStage(example.outcome)
    let secure = try FaultStage(example.outcome, tls: true)

    // Its words name the library that reads.
    let (one, other) = (
      try plain.curl(bodyLength: example.bodyLength),
      try secure.curl(bodyLength: example.bodyLength)
    )
    #expect(one?.prefix { $0 != " " } == other?.prefix { $0 != " " }, "\(other ?? "")")
    guard ClientProgram.canTrust else { return }
    var expected = try plain.urlSession(of: example)
    #if os(Linux)
      // There libcurl does not hand on the number of a reset that OpenSSL has met.
      if expected == "-1005 networkConnectionLost" { expected = "-1 unknown" }
    #endif
    #expect(try secure.urlSession(of: example) == expected)
  }

  @Test(
    arguments: FaultExample.all.filter {
      $0.bodyLength == 0 && $0.code != ".timeout" && $0.code != ".fault(.stalledBody())"
    })
  func `sends the same bytes, and ends them the same way`(_ example: FaultExample) throws {
    let plain = try FaultStage(example.outcome)
    let secure = try FaultStage(example.outcome, tls: true)

    let (one, other) = (try plain.wholeAnswer(), try secure.wholeAnswer())

    #expect(one.text == other.text)
    #expect(one.ended == other.ended)
  }
}

extension FaultStage {
  /// All that comes, but for the date, and how it ends.
  fileprivate func wholeAnswer() throws -> (text: String, ended: String) {
    let client = try RawClient(port: isSecure ? server.tlsPort ?? 0 : server.port)
    try client.send("GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let (bytes, ended) = try client.readToEnd()
    let text = String(decoding: bytes, as: UTF8.self).replacing(/Date: [^\r]*\r\n/, with: "")
    return (text, "\(ended)")
  }
}
