import Foundation
import Platform
import TestSupport
import Testing
import Understudy

/// The table of docs/tls.md is made from what clients really make of the profiles.
///
/// After a change of profiles or clients: `UPDATE_DOCS=1 swift test --filter TLSPageTests`.
@Suite("The page about TLS")
struct TLSPageTests {
  private static let page = Program.root.appendingPathComponent("docs/tls.md")
  private static let profiles: [TLSProfile?] = [nil] + TLSProfile.allCases

  /// What the clients make of a profile, in the order of the columns; empty where there is no
  /// curl, and without URLSession where that cannot be told whom to trust.
  private func cells(_ profile: TLSProfile?, _ stage: TLSStage) throws -> [String] {
    let port = try stage.begin(profile?.rawValue)
    let pin = ["--pinnedpubkey", "sha256//\(try stage.pin())"]
    let trust = ["--cacert", stage.authority]
    guard let curl = try stage.curl(port, trust), let pinned = try stage.curl(port, trust + pin)
    else { return [] }
    let urlSession = try stage.urlSession(port).map { FaultStage.named($0.output) }
    return [try stage.openSSL(port), curl, pinned] + (urlSession.map { [$0] } ?? [])
  }

  private static func row(_ profile: TLSProfile?, _ cells: [String]) -> String {
    "| \(name(profile)) | \(cells.joined(separator: " | ")) |"
  }

  private static func name(_ profile: TLSProfile?) -> String {
    profile.map { "`\($0.rawValue)`" } ?? "none"
  }

  private static func header() throws -> String {
    let curl = try ClientProgram.curl.map(FaultPage.version) ?? ""
    let openSSL = try ClientProgram.run("/bin/sh", ["-c", "openssl version"]).output
      .split(separator: " ")
    return "| profile | openssl s_client \(openSSL.count > 1 ? openSSL[1] : "") "
      + "| curl \(curl) --cacert | with --pinnedpubkey | URLSession, Linux |"
  }

  @Test(arguments: profiles)
  func `says what each client makes of a profile`(_ profile: TLSProfile?) throws {
    let cells = try cells(profile, TLSStage())
    if cells.isEmpty { return }
    let name = Self.name(profile)
    let line = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n").first {
      // The page has another table of the same names, and fewer columns.
      $0.hasPrefix("| \(name) |") && $0.split(separator: "|").count == 5
    }

    // The words are those of one version of each client; the numbers are all's.
    func numbers(_ cells: [String]) -> [String] {
      cells.map { String($0.trimmingCharacters(in: .whitespaces).prefix { $0 != " " }) }
    }
    let measured = try #require(line).split(separator: "|").dropFirst().map(String.init)
    #expect(numbers(Array(measured.prefix(cells.count))) == numbers(cells))
  }

  @Test func `has the whole table from these clients`() throws {
    var page = try String(contentsOf: Self.page, encoding: .utf8)
    let header = try Self.header()
    let isUpdate = Machine.environment("UPDATE_DOCS") != nil
    guard ClientProgram.curl != nil, ClientProgram.canTrust, isUpdate || page.contains(header)
    else { return }
    let stage = try TLSStage()
    let rows = try Self.profiles.map { Self.row($0, try cells($0, stage)) }
    let table = ([header, "| --- | --- | --- | --- | --- |"] + rows).joined(separator: "\n")

    if isUpdate {
      page = page.replacing(
        /\| profile \| openssl s_client [^\n]*\n(\|[^\n]*\n)*/, with: table + "\n")
      try page.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    #expect(page.contains(table + "\n"))
  }

  #if os(Linux)
    @Test func `says that URLSession asks no delegate about a certificate there`() throws {
      let stage = try TLSStage()

      guard let result = try stage.urlSession(stage.begin("otherPin")) else { return }

      #expect(result.output.hasPrefix("200, "))
      #expect(result.errors == "0 challenges")
    }
  #endif
}
