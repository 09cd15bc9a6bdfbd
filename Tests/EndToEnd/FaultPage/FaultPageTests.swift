import Foundation
import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

/// docs/faults.md is made from what clients really make of the faults.
///
/// After a change of faults, words or clients: `UPDATE_DOCS=1 swift test --filter FaultPageTests`.
@Suite("The page about faults")
struct FaultPageTests {
  @Test(arguments: FaultExample.all)
  func `says what URLSession makes of it`(_ example: FaultExample) throws {
    let stage = try FaultStage(example.outcome)

    let code = try stage.urlSession(of: example)

    #expect(try FaultPage.measuredCells()[example.code]?[1] == code)
  }

  @Test(.bug(id: "K02"), arguments: FaultExample.all)
  func `says how curl ends`(_ example: FaultExample) throws {
    let stage = try FaultStage(example.outcome)
    // Where there is no curl, there is nothing to compare.
    guard let curl = try stage.curl(bodyLength: example.bodyLength) else { return }

    let cell = try FaultPage.measuredCells()[example.code]?[0]

    // The words are those of one version.
    #expect(cell?.prefix { $0 != " " } == curl.prefix { $0 != " " })
  }

  @Test(arguments: [
    (Outcome.fault(.reset), "-1005 networkConnectionLost"),
    (.fault(.emptyReply), "-1011 badServerResponse"),
    (.fault(.redirectLoop), "-1007 httpTooManyRedirects"),
  ])
  func `holds for a POST too`(outcome: Outcome, result: String) throws {
    #expect(try FaultStage(outcome).urlSession("POST") == result)
  }

  @Test(.bug(id: "K02"), arguments: [["--max-time", "10"], ["--max-time", "10", "--head"]])
  func `is an empty reply where a hold has an end`(options: [String]) throws {
    guard let curl = ClientProgram.curl else { return }
    let stage = try FaultStage(.timeout) { $0.maxHold = .milliseconds(300) }

    let result = try ClientProgram.run(curl, ["--silent", "--show-error"] + options + [stage.url])

    #expect(result.status == 52)
    #expect(result.output.isEmpty)
  }

  #if os(Linux)
    @Test(arguments: [Outcome.fault(.reset), .fault(.emptyReply)])
    func `says that a POST on a reused connection waits for its time-out`(
      outcome: Outcome
    ) throws {
      let stage = try FaultStage(outcome)

      #expect(try stage.urlSession("POST", body: "a=1", isReused: true) == "-1001 timedOut")
    }
  #endif

  @Test func `is what the examples make it`() throws {
    let page = try? String(contentsOf: FaultPage.url, encoding: .utf8)
    guard let curl = ClientProgram.curl else { return }
    let version = try FaultPage.version(of: curl)
    let isUpdate = Machine.environment("UPDATE_DOCS") != nil
    // Another version has other words.
    guard isUpdate || page?.contains("| curl \(version) |") == true else { return }
    let rows = try FaultExample.all.map { example in
      let stage = try FaultStage(example.outcome)
      return FaultPage.Row(
        example: example, curl: try stage.curl(bodyLength: example.bodyLength) ?? "",
        urlSession: try stage.urlSession(of: example))
    }

    let text = FaultPage.text(rows, curlVersion: version)

    if isUpdate { try text.write(to: FaultPage.url, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: FaultPage.url, encoding: .utf8) == text)
  }
}
