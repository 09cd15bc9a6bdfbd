import Platform
import TestSupport
import Testing
import UnderstudyServer

@testable import UnderstudyCLI

@Suite("What the command line says about TLS")
struct TLSSettingsTests {
  private func settings(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> MockServer.Settings {
    let runner = Stage(environment: environment).runner
    return try runner.settings(
      runner.options(of: Invocation(["serve"] + arguments, program: "understudy")))
  }

  private func message(_ arguments: [String]) -> (status: Int32, text: String) {
    do {
      _ = try settings(arguments)
      return (0, "")
    } catch let failure as CommandFailure {
      return (failure.status.rawValue, failure.text)
    } catch {
      return (-1, "\(error)")
    }
  }

  private let files = [
    "--tls-cert", TestCertificate.localhost.chain, "--tls-key", TestCertificate.localhost.key,
  ]

  @Test func `is a port with a certificate, or several`() throws {
    let one = try settings(["--tls-port", "8443"] + files)
    let two = try settings([
      "--port", "off", "--tls-port", "0", "--tls-cert", TestCertificate.localhost.chain,
      "--tls-cert", TestCertificate.example.chain, "--tls-key", TestCertificate.localhost.key,
      "--tls-key", TestCertificate.example.key, "--require-client-cert", "any",
    ])

    #expect(one.tlsPort == 8443)
    #expect(one.servesPlain)
    #expect(one.identities != nil)
    #expect(one.clients == nil)
    #expect(two.tlsPort == 0)
    #expect(!two.servesPlain)
    #expect(two.clients != nil)
  }

  @Test func `has its twins in the environment`() throws {
    let settings = try settings(
      [],
      environment: [
        "UNDERSTUDY_TLS_PORT": "8443", "UNDERSTUDY_TLS_CERT": TestCertificate.localhost.chain,
        "UNDERSTUDY_TLS_KEY": TestCertificate.localhost.key, "UNDERSTUDY_PORT": "off",
        "UNDERSTUDY_REQUIRE_CLIENT_CERT": TestCertificate.till.chain,
      ])

    #expect(settings.tlsPort == 8443)
    #expect(!settings.servesPlain)
    #expect(settings.clients != nil)
  }

  @Test func `says what is wrong, and what to do`() throws {
    let (own, other) = (TestCertificate.localhost, TestCertificate.example)
    let folder = try TemporaryFolder()
    try folder.write(
      "encrypted.pem",
      "-----BEGIN ENCRYPTED PRIVATE KEY-----\n-----END ENCRYPTED PRIVATE KEY-----\n")
    let (encrypted, none) = ("\(folder.path)/encrypted.pem", "\(folder.path)/none.pem")
    let tls = ["--tls-port", "8443"]
    let examples: [([String], Int32, String)] = [
      (
        ["--port", "off"], 64,
        """
        error: Option '--port' is 'off', which leaves no port to listen on.
          hint    name one for HTTPS with --tls-port

        """
      ),
      (
        files, 64,
        """
        error: Option '--tls-cert' does nothing without '--tls-port'.
          hint    name a port for HTTPS with --tls-port

        """
      ),
      (
        ["--tls-port", "8080"] + files, 64,
        """
        error: Option '--tls-port' is 8080, which is the port of the mocks too.
          hint    choose another: HTTP and HTTPS need a port each

        """
      ),
      (
        tls + ["--tls-cert", own.chain], 64,
        """
        error: Options '--tls-cert' and '--tls-key' go in pairs: there are 1 and 0.
          hint    name both with --tls-cert FILE --tls-key FILE, as often as it takes

        """
      ),
      (
        tls + ["--tls-cert", none, "--tls-key", own.key], 78,
        """
        error: The certificate '\(none)' does not exist.
          hint    Option '--tls-cert' names it

        """
      ),
      (
        tls + ["--tls-cert", own.key, "--tls-key", own.key], 78,
        """
        error: File '\(own.key)' has no certificate in PEM.
          hint    it must begin with '-----BEGIN CERTIFICATE-----', the server's own first

        """
      ),
      (
        tls + ["--tls-cert", own.chain, "--tls-key", own.chain], 78,
        """
        error: File '\(own.chain)' has no private key in PEM.
          hint    name the file of the key with --tls-key

        """
      ),
      (
        tls + ["--tls-cert", own.chain, "--tls-key", other.key], 78,
        """
        error: The private key in '\(other.key)' does not belong to the certificate in '\(own.chain)'.
          hint    name the key with which the certificate was asked for

        """
      ),
      (
        tls + ["--tls-cert", own.chain, "--tls-key", encrypted], 78,
        """
        error: The private key in '\(encrypted)' is encrypted.
          hint    decrypt it: openssl pkey -in '\(encrypted)' -out FILE

        """
      ),
      (
        tls + files + ["--require-client-cert", own.key], 78,
        """
        error: File '\(own.key)' has no certificate in PEM.
          hint    name those who sign clients' certificates, or take every one with 'any'

        """
      ),
      (
        tls + files + ["--session-ports", "8440-8450"], 64,
        """
        error: Option '--session-ports' is 8440-8450, and 8443 is the port of the mocks with HTTPS.
          hint    choose another range, or another port with --tls-port

        """
      ),
    ]
    for (arguments, status, text) in examples {
      let failure = message(arguments)
      #expect(failure.status == status)
      #expect(failure.text == text)
    }
  }
}
