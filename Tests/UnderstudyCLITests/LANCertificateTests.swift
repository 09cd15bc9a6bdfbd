import Certificates
import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyCLI

@Suite("The development certificate of a daemon for other machines")
struct LANCertificateTests {
  private func names(_ arguments: [String]) throws -> [CertificateName] {
    let temporary = try TemporaryFolder()
    let runner = Stage(environment: ["XDG_DATA_HOME": temporary.path]).runner
    _ = try runner.settings(
      runner.options(
        of: Invocation(["serve", "--tls-port", "0"] + arguments, program: "understudy")))
    return try CertificateFolder("\(temporary.path)/understudy").open(now: .now).names
  }

  @Test(.enabled(if: Machine.lanAddress != nil, "this machine has no address for others"))
  func `is good for the address that it prints`() throws {
    let address = try #require(Machine.lanAddress.flatMap(CertificateName.init))

    #expect(try names(["--lan"]).contains(address))
    #expect(try !names([]).contains(address))
  }
}
