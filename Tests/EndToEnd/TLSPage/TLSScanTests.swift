import Foundation
import TestSupport
import Testing

@Suite("A scan of the port for HTTPS")
struct TLSScanTests {
  /// What OpenSSL agrees on when it offers one suite alone; nil where that is nothing.
  private func agreed(_ options: String, _ stage: TLSStage) throws -> String? {
    let command =
      "timeout 10 openssl s_client -connect 127.0.0.1:\(stage.tlsPort) -servername localhost "
      + "\(options) -brief </dev/null 2>&1"
    let result = try ClientProgram.run("/bin/sh", ["-c", command])
    guard result.status == 0 else { return nil }
    return result.output.split(separator: "\n").first { $0.hasPrefix("Ciphersuite: ") }
      .map { String($0.dropFirst("Ciphersuite: ".count)) }
  }

  @Test func `finds ciphers that authenticate alone, each with keys of its own`() throws {
    let stage = try TLSStage()
    let known = try ClientProgram.run(
      "/bin/sh", ["-c", "openssl ciphers -tls1_2 'ALL:COMPLEMENTOFALL:@SECLEVEL=0'"]
    ).output.split(separator: ":").map(String.init).filter { !$0.hasPrefix("TLS_") }
    #expect(known.count > 50)

    var found: Set<String> = []
    for suite in known {
      guard let one = try agreed("-tls1_2 -cipher '\(suite):@SECLEVEL=0'", stage) else { continue }
      #expect(one == suite)
      found.insert(one)
    }
    for suite in [
      "TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256",
      "TLS_AES_128_CCM_SHA256", "TLS_AES_128_CCM_8_SHA256",
    ] {
      if let one = try agreed("-tls1_3 -ciphersuites \(suite)", stage) { found.insert(one) }
    }

    #expect(
      found == [
        "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-ECDSA-AES128-GCM-SHA256",
        "ECDHE-ECDSA-CHACHA20-POLY1305", "TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256",
        "TLS_CHACHA20_POLY1305_SHA256",
      ])
  }

  @Test(arguments: [(UInt8(0), "SSL 3.0"), (1, "TLS 1.0"), (2, "TLS 1.1")])
  func `finds no version under 1.2`(minor: UInt8, name: String) throws {
    let stage = try TLSStage()

    let answer = try answer(to: Self.hello(minor, [0xC02B, 0xC009, 0xC02F, 0x002F]), stage)

    // A fatal alert: protocol_version (RFC 8446, 6.2).
    #expect(answer.first == 21)
    #expect(answer.suffix(2) == [2, 70])
  }

  /// OpenSSL does not know the worst any more: no encryption, keys for export, RC4, DES.
  @Test func `finds none of all other ciphers that there are`() throws {
    let stage = try TLSStage()
    let good: Set<UInt16> = [
      0xC02B, 0xC02C, 0xC02F, 0xC030, 0xCCA8, 0xCCA9, 0x1301, 0x1302, 0x1303,
    ]
    let all = [UInt16](1...0x00FF) + [UInt16](0xC001...0xC0FF) + [UInt16](0xCCA8...0xCCAF)

    let answer = try answer(to: Self.hello(3, all.filter { !good.contains($0) }), stage)

    // handshake_failure.
    #expect(answer.first == 21)
    #expect(answer.suffix(2) == [2, 40])
    #expect(try self.answer(to: Self.hello(3, [0xC02B]), stage).first == 22)
  }

  private func answer(to hello: [UInt8], _ stage: TLSStage) throws -> [UInt8] {
    let client = try RawClient(plainTo: stage.tlsPort)
    try client.send(hello)
    return Array(try client.read(7))
  }

  /// What a client says first that has these suites, and one version alone.
  private static func hello(_ minor: UInt8, _ suites: [UInt16]) -> [UInt8] {
    func block(_ bytes: [UInt8]) -> [UInt8] {
      [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
    }
    let numbers = suites.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let extensions: [UInt8] = [0, 10, 0, 4, 0, 2, 0, 23, 0, 13, 0, 4, 0, 2, 4, 3]
    var message: [UInt8] = [3, minor] + [UInt8](repeating: 7, count: 32) + [0]
    message += block(numbers) + [1, 0] + block(extensions)
    return [22, 3, minor == 0 ? 0 : 1] + block([1, 0] + block(message))
  }
}
