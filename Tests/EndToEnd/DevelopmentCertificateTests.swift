import Foundation
import TestSupport
import Testing

@Suite("A daemon with certificates of the development CA")
struct DevelopmentCertificateTests {
  /// What curl makes of a profile.
  struct Example: Sendable, CustomTestStringConvertible {
    var profile: String?
    /// OpenSSL's reason; 0 where it accepts.
    var reason: Int
    var status: Int32
    /// The status where the key of the leaf is pinned, too.
    var pinned: Int32
    var testDescription: String { profile ?? "none" }
  }

  static let examples = [
    Example(profile: nil, reason: 0, status: 0, pinned: 0),
    Example(profile: "expired", reason: 10, status: 60, pinned: 60),
    Example(profile: "notYetValid", reason: 9, status: 60, pinned: 60),
    // curl looks at the name itself, and has no better number for it.
    Example(profile: "wrongHost", reason: 1, status: 60, pinned: 60),
    Example(profile: "selfSigned", reason: 18, status: 60, pinned: 60),
    Example(profile: "untrustedRoot", reason: 19, status: 60, pinned: 60),
    Example(profile: "incompleteChain", reason: 20, status: 60, pinned: 60),
    Example(profile: "otherPin", reason: 0, status: 0, pinned: 90),
    Example(profile: "tls12Only", reason: 0, status: 0, pinned: 0),
    Example(profile: "tls13Only", reason: 0, status: 0, pinned: 0),
  ]

  let folder: TemporaryFolder
  let program: Program
  let port: Int
  let tlsPort: Int
  var authority: String { "\(folder.path)/understudy/ca.pem" }

  init() throws {
    folder = try TemporaryFolder()
    (program, port) = try Program.serve(
      ["--tls-port", "0", "--tls-name", "api.example.com"],
      through: ["/usr/bin/env", "XDG_DATA_HOME=\(folder.path)"])
    tlsPort = try #require(Int(program.readLine().split(separator: ":").last ?? ""))
  }

  private func curl(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["curl", "-s", "-g", "--max-time", "20"] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  private func get(_ host: String, _ arguments: [String]) throws -> (Int32, reason: Int?) {
    let answer = try curl(
      [
        "-o", "/dev/null", "-w", "%{ssl_verify_result}", "--resolve",
        "\(host):\(tlsPort):127.0.0.1",
      ] + arguments + ["https://\(host):\(tlsPort)/users"])
    return (answer.status, Int(answer.output))
  }

  private func admin(_ method: String, _ path: String, _ body: String? = nil) throws -> Data {
    let reply = try RawClient(port: port).get("/__admin\(path)", method: method, body: body)
    guard (200..<300).contains(reply.status) else {
      throw RawClient.Failure(description: reply.text)
    }
    return Data(reply.text.utf8)
  }

  @Test(.bug(id: "T01"), arguments: ["localhost", "127.0.0.1", "[::1]"])
  func `is verified under every name of this machine, by the CA alone`(host: String) throws {
    let url = "https://\(host):\(tlsPort)/users"

    let trusting = try curl(["--cacert", authority, "-w", "%{http_code}", "-o", "/dev/null", url])
    let doubting = try curl(["-o", "/dev/null", url])

    #expect(trusting.status == 0)
    #expect(trusting.output == "200")
    #expect(doubting.status == 60)
  }

  @Test(arguments: examples)
  func `is refused by curl for one reason alone`(_ example: Example) throws {
    var host = "api.example.com"
    if let profile = example.profile {
      // Another name than the leaf has: what fails must have it all the same.
      host = "\(profile.lowercased()).example.org"
      let session = try JSONSerialization.jsonObject(with: admin("POST", "/sessions", "{}"))
      let id = try #require((session as? [String: Any])?["id"] as? String)
      _ = try admin(
        "PUT", "/sessions/\(id)/tls", #"{"profile":"\#(profile)","names":["\#(host)"]}"#)
    }
    let pin = try leafPin()

    let plain = try get(host, ["--cacert", authority])
    let pinned = try get(host, ["--cacert", authority, "--pinnedpubkey", "sha256//\(pin)"])
    let pinnedAlone = try get(host, ["-k", "--pinnedpubkey", "sha256//\(pin)"])

    #expect(plain == (example.status, example.reason))
    #expect(pinned.0 == example.pinned)
    // The key is that of the leaf in all but one: who pins instead of verifying takes them all.
    #expect(pinnedAlone.0 == (example.profile == "otherPin" ? 90 : 0))
  }

  @Test func `is good for the names of sessions, and for no other that nobody has given`() throws {
    let session = try JSONSerialization.jsonObject(with: admin("POST", "/sessions", "{}"))
    let id = try #require((session as? [String: Any])?["id"] as? String)

    #expect(try get("\(id).localhost", ["--cacert", authority]) == (0, 0))
    #expect(try get("other.example.com", ["--cacert", authority]) == (60, 1))
  }

  @Test func `tells nothing of its keys`() throws {
    _ = try get("api.example.com", ["--cacert", authority])
    let session = try JSONSerialization.jsonObject(with: admin("POST", "/sessions", "{}"))
    let id = try #require((session as? [String: Any])?["id"] as? String)
    var told = String(
      decoding: try admin("PUT", "/sessions/\(id)/tls", #"{"profile":"otherPin"}"#), as: UTF8.self)
    for path in ["/requests", "/requests/1", "/sessions", "/health", "/openapi.json"] {
      told += String(decoding: try admin("GET", path), as: UTF8.self)
    }
    program.signal(SIGTERM)
    #expect(program.waitForExit() == 0)
    told += program.errorText() + program.outputText()

    #expect(told.contains("api.example.com") || told.contains("/users"))
    #expect(!told.contains("PRIVATE KEY"))
    for name in ["ca.key", "leaf.key"] {
      let key = try String(contentsOfFile: "\(folder.path)/understudy/\(name)", encoding: .utf8)
      let lines = key.split(separator: "\n").filter { !$0.hasPrefix("-----") }
      #expect(lines.count >= 2)
      for line in lines { #expect(!told.contains(line)) }
    }
  }

  /// The pin of the leaf's key, as `cert --json` tells it.
  private func leafPin() throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = Program.binary
    process.arguments = ["cert", "--json"]
    process.environment = ["XDG_DATA_HOME": folder.path]
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let listing = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
    return try #require((listing?["leaf"] as? [String: Any])?["publicKeySHA256"] as? String)
  }
}
