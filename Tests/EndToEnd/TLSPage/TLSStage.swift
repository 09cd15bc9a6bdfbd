import Foundation
import TestSupport

/// The program with certificates of a development CA of its own.
final class TLSStage {
  let folder: TemporaryFolder
  let program: Program
  let port: Int
  let tlsPort: Int
  /// The file of the CA.
  var authority: String { "\(folder.path)/understudy/ca.pem" }
  /// The file of the leaf.
  var leaf: String { "\(folder.path)/understudy/leaf.pem" }

  init(_ arguments: [String] = []) throws {
    folder = try TemporaryFolder()
    (program, port) = try Program.serve(
      ["--tls-port", "0"] + arguments,
      through: ["/usr/bin/env", "XDG_DATA_HOME=\(folder.path)"])
    guard let port = Int(program.readLine().split(separator: ":").last ?? "") else {
      throw RawClient.Failure(description: program.errorText())
    }
    tlsPort = port
  }

  /// Begins a session with a profile, and returns its port for TLS.
  func begin(_ profile: String?) throws -> Int {
    let tls = profile.map { #","tls":"\#($0)""# } ?? ""
    let reply = try RawClient(port: port).get(
      "/__admin/sessions", method: "POST", body: #"{"port":true\#(tls)}"#)
    let answer = try JSONSerialization.jsonObject(with: Data(reply.text.utf8))
    guard let urls = (answer as? [String: Any])?["urls"] as? [String: Any],
      let url = urls["tlsPort"] as? String, let port = Int(url.split(separator: ":").last ?? "")
    else { throw RawClient.Failure(description: reply.text) }
    return port
  }

  /// The pin of the leaf's key, by OpenSSL.
  func pin() throws -> String {
    let command =
      "openssl x509 -in '\(leaf)' -noout -pubkey | openssl pkey -pubin -outform der "
      + "| openssl dgst -sha256 -binary | openssl base64 -A"
    return try ClientProgram.run("/bin/sh", ["-c", command]).output
  }

  /// What `openssl s_client` makes of a port: its reason, or the version that was agreed on.
  func openSSL(_ port: Int) throws -> String {
    let command =
      "timeout 3 openssl s_client -connect 127.0.0.1:\(port) -servername localhost "
      + "-verify_hostname localhost -verify_return_error -CAfile '\(authority)' -brief </dev/null 2>&1"
    let result = try ClientProgram.run("/bin/sh", ["-c", command])
    if result.status == 124 { return "no answer" }
    let lines = result.output.split(separator: "\n")
    for line in lines {
      if let match = line.firstMatch(of: /verify error:num=([0-9]+):(.*)/) {
        return "\(match.1) \(match.2)"
      }
      if line.contains("errno=104") || line.contains("Connection reset") { return "reset" }
    }
    let version = lines.first { $0.hasPrefix("Protocol version: ") }?.split(separator: " ").last
    guard result.status == 0, let version else { return result.output }
    return "0, \(version)"
  }

  /// What curl makes of a port: its status and words; nil where there is no curl.
  func curl(_ port: Int, _ options: [String]) throws -> String? {
    guard let curl = ClientProgram.curl else { return nil }
    let result = try ClientProgram.run(
      curl,
      ["--silent", "--show-error", "--max-time", "5", "--output", "/dev/null"] + options
        + ["https://localhost:\(port)/users"])
    guard let status = result.status, status != 0 else { return "0" }
    let line = result.errors.split(separator: "\n").first ?? ""
    let words = line.replacing("curl: (\(status)) ", with: "")
      .replacing(/after [0-9]+ milliseconds/, with: "after 5 seconds")
      .replacing(/localhost:[0-9]+/, with: "localhost:PORT")
    return "\(status) \(words)"
  }

  /// What URLSession makes of a port, that trusts the CA; nil where it cannot be told to.
  func urlSession(_ port: Int) throws -> ClientProgram.Result? {
    guard ClientProgram.canTrust else { return nil }
    return try ClientProgram.probe(
      ["GET", "https://localhost:\(port)/users", ""], trusting: authority,
      countsChallenges: true)
  }
}
