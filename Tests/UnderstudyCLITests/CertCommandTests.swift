import Certificates
import GnuTLS
import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyCLI

@Suite("The command 'cert'")
struct CertCommandTests {
  static let now = WallTime(seconds: 1_800_000_000, nanoseconds: 0)
  let temporary: TemporaryFolder
  let stage: Stage
  let folder: CertificateFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = CertificateFolder("\(temporary.path)/data/understudy")
    stage = Stage(environment: [
      "XDG_DATA_HOME": "\(temporary.path)/data", "HOME": temporary.path,
      "PATH": "\(temporary.path)/bin",
    ])
  }

  /// Runs a command with stores of its own, and programs of `bin` alone.
  private func run(_ arguments: String..., isDarwin: Bool = false) -> Int32 {
    var runner = stage.runner
    runner.clock = { Self.now }
    runner.trustStores = TrustStores(
      isDarwin: isDarwin, anchors: "\(temporary.path)/anchors", furtherFolders: [])
    return runner.run(["cert"] + arguments).rawValue
  }

  /// Puts a program into `bin` that notes down how it is called.
  private func install(_ name: String, status: Int = 0) throws {
    try Files.makeFolder("\(temporary.path)/bin")
    let script = "#!/bin/sh\necho \"\(name) $*\" >> '\(temporary.path)/calls'\nexit \(status)\n"
    try Files.writeAtomically(
      Array(script.utf8), to: "\(temporary.path)/bin/\(name)", mode: 0o755)
  }

  private func calls() throws -> [String] {
    let bytes = try Files.read("\(temporary.path)/calls") ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func contents() throws -> CertificateFolder.Contents { try folder.open(now: Self.now) }

  @Test func `shows where things are, their dates and pins`() throws {
    #expect(run("--tls-name", "api.example.com") == 0)

    let authority = try contents().authority.certificate
    let leaf = try #require(try contents().leaf.certificates.first)
    #expect(
      stage.output == """
        CA      \(folder.path)/ca.pem
          key       \(folder.path)/ca.key
          subject   \(authority.subject)
          valid     2027-01-08T08:00:00.000Z to 2037-01-14T08:00:00.000Z, 3652 days left
          SHA-256   \(Pins(of: authority).fingerprint)
          pin       \(Pins(of: authority).certificatePin)
          key pin   \(Pins(of: authority).publicKeyPin)
        leaf    \(folder.path)/leaf.pem
          key       \(folder.path)/leaf.key
          names     localhost, 127.0.0.1, ::1, api.example.com
          valid     2027-01-15T07:00:00.000Z to 2028-02-16T07:00:00.000Z, 396 days left
          SHA-256   \(Pins(of: leaf).fingerprint)
          pin       \(Pins(of: leaf).certificatePin)
          key pin   \(Pins(of: leaf).publicKeyPin)

        """)
  }

  @Test func `tells programs the same`() throws {
    #expect(run("--json") == 0)

    let json = try JSON(parsing: Array(stage.output.utf8))
    let leaf = try #require(try contents().leaf.certificates.first)
    #expect(json["folder"] == .string(folder.path))
    #expect(json["ca"]?["daysLeft"] == 3652)
    #expect(json["leaf"]?["names"] == ["localhost", "127.0.0.1", "::1"])
    #expect(json["leaf"]?["notAfter"] == "2028-02-16T07:00:00.000Z")
    #expect(json["leaf"]?["publicKeyPin"] == .string(Pins(of: leaf).publicKeyPin))
    #expect(json["leaf"]?["publicKeySHA256"] == .string(Pins(of: leaf).publicKeyDigest))
  }

  @Test(arguments: ["pem", "der", "mobileconfig"])
  func `exports the CA to standard output or a file`(format: String) throws {
    let path = "\(temporary.path)/export"

    #expect(run("--export", format) == 0)
    #expect(run("--export", format, "--output", path) == 0)

    let authority = try contents().authority.certificate
    let right =
      switch format {
      case "pem": authority.pem
      case "der": authority.der
      default: ConfigurationProfile.bytes(for: authority)
      }
    #expect((format == "der" ? stage.bytes : Array(stage.output.utf8)) == right)
    #expect(try Files.read(path) == right)
    #expect(run("--export", format, "--output", "/nowhere/at/all") == 73)
    #expect(
      stage.error == """
        error: '/nowhere/at/all' cannot be written: No such file or directory.
          hint    choose another file with --output

        """)
  }

  @Test func `renews the leaf, or all`() throws {
    let first = try contents()

    #expect(run("renew") == 0)
    let second = try contents()
    #expect(run("renew", "--ca", "--tls-name", "b.example") == 0)
    let third = try contents()

    #expect(second.authority.certificate == first.authority.certificate)
    #expect(second.leaf.certificates != first.leaf.certificates)
    #expect(third.authority.certificate != first.authority.certificate)
    #expect(
      stage.output.hasPrefix(
        """
        The leaf is new. Its key is the old one: pins of the key hold, those of the certificate \
        do not.
        A daemon that serves takes it within a day, or when it starts again.

        CA      \(folder.path)/ca.pem

        """))
    #expect(
      stage.output.contains(
        """
        CA and leaf are new. Give the new CA trust: nothing trusts it yet.
        A daemon that serves takes it within a day, or when it starts again.

        CA      \(folder.path)/ca.pem

        """))
    #expect(stage.output.contains("  names     localhost, 127.0.0.1, ::1, b.example\n"))
  }

  @Test func `gives trust to the stores that are there, and takes it back`() throws {
    try install("update-ca-certificates")
    try install("certutil")
    try Files.makeFolder("\(temporary.path)/anchors")
    try Files.makeFolder("\(temporary.path)/.pki/nssdb")
    let anchor = "\(temporary.path)/anchors/understudy-ca.crt"
    let database = "sql:\(temporary.path)/.pki/nssdb"

    #expect(run("trust") == 0)
    #expect(try Files.read(anchor) == contents().authority.certificate.pem)
    #expect(run("untrust") == 0)
    #expect(try Files.read(anchor) == nil)
    #expect(run("untrust") == 0)

    let name = "Understudy development CA"
    #expect(
      try calls() == [
        "certutil -D -d \(database) -n \(name)",
        "certutil -A -d \(database) -t C,, -n \(name) -i \(folder.path)/ca.pem",
        "update-ca-certificates ",
        "certutil -D -d \(database) -n \(name)",
        "update-ca-certificates --fresh",
        "certutil -D -d \(database) -n \(name)",
      ])
    #expect(
      stage.output == """
        Chromium trusts the CA: \(database)
        The system trusts the CA: \(anchor)
        Chromium does not trust the CA any more: \(database)
        The system does not trust the CA any more.
        Chromium does not trust the CA any more: \(database)
        The system does not trust the CA.

        """)
  }

  @Test func `says what to run where it may not`() throws {
    try install("update-ca-certificates")

    #expect(run("trust") == 73)

    let anchor = "\(temporary.path)/anchors/understudy-ca.crt"
    #expect(
      stage.error == """
        error: '\(anchor)' cannot be written: No such file or directory.
          hint    run 'sudo install -D -m 644 \(folder.path)/ca.pem \(anchor) \
        && sudo update-ca-certificates'

        """)
    #expect(try calls().isEmpty)
  }

  @Test func `says what to do where there is no store`() {
    #expect(run("trust") == 1)

    #expect(
      stage.error == """
        error: This system has no 'update-ca-certificates'.
          hint    add \(folder.path)/ca.pem to its store by hand, or tell clients alone: \
        curl --cacert \(folder.path)/ca.pem

        """)
  }

  @Test func `tells that a store has refused`() throws {
    try install("update-ca-certificates", status: 3)
    try Files.makeFolder("\(temporary.path)/anchors")

    #expect(run("trust") == 1)

    #expect(
      stage.error == """
        error: '\(temporary.path)/bin/update-ca-certificates' ended with the status 3.
          hint    it said why, above

        """)
  }

  @Test func `prints the commands of macOS and its simulators`() {
    #expect(run("trust", isDarwin: true) == 0)
    #expect(run("untrust", isDarwin: true) == 0)

    #expect(
      stage.output == """
        This Mac, and the simulator that is booted:
          security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db \
        \(folder.path)/ca.pem
          xcrun simctl keychain booted add-root-cert \(folder.path)/ca.pem
        This Mac, and the simulator that is booted, which forgets all that was added to it:
          security remove-trusted-cert \(folder.path)/ca.pem
          xcrun simctl keychain booted reset

        """)
  }

  @Test(arguments: [
    ("/a/b.pem", "/a/b.pem"), ("/a b", "'/a b'"), ("/it's", "'/it'\\''s'"), ("", "''"),
  ])
  func `writes paths as a shell takes them`(path: String, right: String) {
    #expect(CommandRunner.quoted(path) == right)
  }

  @Test func `ends with 78 where a file is broken, and with 73 where none can be written`() throws {
    try Files.makeFolder(folder.path)
    try Files.writeAtomically([1], to: folder.authorityKey, mode: 0o600)

    #expect(run() == 78)
    #expect(
      stage.error == """
        error: '\(folder.path)/ca.key' is no private key.
          hint    put the right file back, or 'understudy cert renew --ca' makes all anew; \
        what trusts the old one must be told

        """)
    var runner = Stage(environment: ["XDG_DATA_HOME": "\(folder.path)/ca.key"]).runner
    runner.clock = { Self.now }
    #expect(runner.run(["cert"]) == .cannotCreate)
  }

  @Test(arguments: [
    [], ["--json"], ["--export", "pem"], ["--export", "der"], ["--export", "mobileconfig"],
    ["renew"], ["renew", "--ca"], ["untrust"], ["trust"],
  ])
  func `never shows a key`(_ arguments: [String]) throws {
    _ = try contents()

    var runner = stage.runner
    runner.trustStores = TrustStores(
      isDarwin: false, anchors: "\(temporary.path)/anchors", furtherFolders: [])
    runner.clock = { Self.now }
    _ = runner.run(["cert"] + arguments)

    let shown = stage.output + stage.error + String(decoding: stage.bytes, as: UTF8.self)
    #expect(!shown.contains("PRIVATE"))
    for path in [folder.authorityKey, folder.leafKey] {
      let text = String(decoding: try #require(try Files.read(path)), as: UTF8.self)
      // What follows the first two lines of Base64 is the public key, which certificates show.
      for line in text.split(separator: "\n").prefix(3) { #expect(!shown.contains(line)) }
    }
  }
}
