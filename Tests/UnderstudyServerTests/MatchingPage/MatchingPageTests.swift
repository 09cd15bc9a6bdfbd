import Platform
import TestSupport
import Testing
import Understudy

/// docs/matching.md is made from requests that are really sent.
///
/// After a change of rules or words: `UPDATE_DOCS=1 swift test --filter MatchingPageTests`.
@Suite("The page about matching")
struct MatchingPageTests {
  @Test(arguments: MatchingExamples.sections.flatMap(\.examples))
  func `shows what the daemon does`(_ example: PageExample) throws {
    try example.sending { _, replies in
      for (reply, end) in replies {
        let route = reply.value(of: "Understudy-Route")

        switch end {
        case .fits: #expect(route?.hasPrefix("\(example.group.name).") == true, "\(reply.text)")
        case .misses:
          #expect([404, 405].contains(reply.status), "\(reply.text)")
          #expect(reply.json?["nearest"]?[0]?["differences"] != nil, "\(reply.text)")
        case .answer(let answer):
          let variant = reply.value(of: "Understudy-Variant")
          #expect("\(route ?? ""), \(variant ?? "")" == answer)
        }
      }
    }
  }

  @Test(arguments: MatchingExamples.sections.flatMap(\.examples).filter { $0.form != nil })
  func `shows rules that a verification reads alike`(_ example: PageExample) throws {
    let ask: JSON = ["where": example.form ?? [:], "count": ["exactly": 1]]

    let reply = try example.sending { server, _ in
      try server.admin("POST", "/verifications", ask.text)
    }

    #expect(reply.status == 200, "\(reply.text)")
    #expect(reply.json?["requests"]?[0]?["seq"] == 1)
  }

  @Test func `is what the examples make it`() throws {
    let text = try MatchingPage.text()

    if Machine.environment("UPDATE_DOCS") != nil {
      let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
      try Files.writeAtomically(Array(text.utf8), to: "/\(root)/docs/\(MatchingPage.name)")
    }
    let page = try DocumentedExchange.lines(of: MatchingPage.name).joined(separator: "\n")
    #expect(page == text)
  }
}
