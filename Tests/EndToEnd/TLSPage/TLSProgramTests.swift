import Foundation
import TestSupport
import Testing

@Suite("A program that serves HTTPS")
struct TLSProgramTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func start(_ arguments: [String]) throws -> (program: Program, port: Int) {
    let program = try Program(
      ["serve", "--port", "off", "--tls-port", "0", "--fixtures", Program.fixtures] + arguments,
      through: ["/usr/bin/env", "XDG_DATA_HOME=\(folder.path)"])
    guard let port = Int(program.readLine().split(separator: ":").last ?? "") else {
      throw RawClient.Failure(description: program.errorText())
    }
    return (program, port)
  }

  private func status(_ port: Int, _ data: String, _ options: [String] = []) throws
    -> ClientProgram.Result
  {
    try ClientProgram.run(
      Program.binary.path, ["status", "--url", "https://localhost:\(port)"] + options,
      environment: ["XDG_DATA_HOME": data])
  }

  @Test func `is healthy to its own commands where it serves nothing else`() throws {
    let (program, port) = try start([])
    let other = try TemporaryFolder()
    let authority = "\(folder.path)/understudy/ca.pem"

    #expect(try status(port, folder.path).status == 0)
    #expect(try status(port, other.path, ["--cacert", authority]).status == 0)
    let doubting = try status(port, other.path)
    #expect(doubting.status == 69)
    #expect(
      doubting.errors.hasSuffix(
        "hint    name the certificate of who has signed the daemon's with --cacert FILE"))
    program.signal(SIGTERM)
    #expect(program.waitForExit() == 0)
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `says that a client broke off that refuses its certificate`(version: String) throws {
    let (program, port) = try start([])

    // It knows no authority, sends its alert, and goes.
    let command =
      "timeout 10 openssl s_client -connect 127.0.0.1:\(port) -servername localhost \(version) "
      + "-verify_return_error -CAfile '\(TestCertificate.till.chain)' </dev/null 2>&1"
    #expect(try ClientProgram.run("/bin/sh", ["-c", command]).status == 1)
    #expect(try status(port, folder.path).status == 0)
    program.signal(SIGTERM)
    #expect(program.waitForExit() == 0)

    #expect(
      program.errorText().contains(
        "A handshake for 'localhost' at the port for HTTPS failed: the client broke it off, as one "
          + "does that refuses the certificate"))
  }

  @Test(arguments: ["rsa:2048", "ec -pkeyopt ec_paramgen_curve:P-384", "ed25519"])
  func `speaks both versions whatever its key is`(kind: String) throws {
    let (chain, key) = ("\(folder.path)/chain.pem", "\(folder.path)/key.pem")
    let command =
      "openssl req -x509 -newkey \(kind) -nodes -days 30 -keyout '\(key)' -out '\(chain)' "
      + "-subj /CN=localhost -addext subjectAltName=DNS:localhost 2>&1"
    try #require(try ClientProgram.run("/bin/sh", ["-c", command]).status == 0)
    let (program, port) = try start(["--tls-cert", chain, "--tls-key", key])

    for version in ["-tls1_2", "-tls1_3"] {
      let command =
        "timeout 10 openssl s_client -connect 127.0.0.1:\(port) -servername localhost \(version) "
        + "-verify_return_error -CAfile '\(chain)' -brief </dev/null 2>&1"
      let result = try ClientProgram.run("/bin/sh", ["-c", command])
      #expect(result.status == 0, "\(result.output)")
    }
    program.signal(SIGTERM)
    #expect(program.waitForExit() == 0)
  }
}
