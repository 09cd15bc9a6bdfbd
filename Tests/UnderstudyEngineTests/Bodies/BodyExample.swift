import MicroHTTPD
import Testing
import Understudy

@testable import UnderstudyEngine

/// A body that is held against a rule, with all that is found.
struct BodyExample: Sendable, CustomTestStringConvertible {
  var id: String
  var rule: BodyRule
  var lines: [String]
  var body: [UInt8]
  /// One line for each difference; none where the body fits.
  var differences: [String]

  init(
    _ id: String, _ rule: BodyRule, _ body: [UInt8], _ lines: [String] = [],
    differs differences: [String] = []
  ) {
    self.id = id
    self.rule = rule
    self.lines = lines
    self.body = body
    self.differences = differences
  }

  init(
    _ id: String, _ rule: BodyRule, _ body: String, _ lines: [String] = [],
    differs differences: [String] = []
  ) {
    self.init(id, rule, Array(body.utf8), lines, differs: differences)
  }

  var testDescription: String {
    let text = String(decoding: body.prefix(60), as: UTF8.self)
    return "\(id): \(text) \(differences.isEmpty ? "fits" : differences.joined(separator: " | "))"
  }

  /// What is found; also tests that a body fits exactly where nothing is.
  func check() throws {
    let matcher = BodyMatcher(rule, fixtures: nil)
    let request = try bodyRequest(body, lines)

    let found = matcher.differences(request)

    #expect(found.map(\.line) == differences)
    #expect(matcher.fits(request) == found.isEmpty)
  }
}

/// A POST with a body, and lines such as `Content-Type: text/plain`.
func bodyRequest(
  _ body: [UInt8], _ lines: [String] = [], length: Int? = nil,
  decodedLimit: Int = BodyContent.standardLimit
) throws -> ReceivedRequest {
  let head = lines.map { line in
    let parts = line.split(separator: ":", maxSplits: 1)
    return (name: String(parts[0]), value: String(parts[1].drop { $0 == " " }))
  }
  return ReceivedRequest(
    method: Array("POST".utf8), target: try Target(Array("/".utf8)), head: HeadLines(head),
    body: body, bodyLength: length, decodedLimit: decodedLimit)
}
