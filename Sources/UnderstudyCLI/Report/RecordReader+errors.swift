import Understudy
import UnderstudyAPI

extension RecordReader {
  /// Answers in whose place the daemon has said why it cannot make them.
  ///
  /// Among answers with 500, those that were meant are told from those that were not by their details. Where
  /// these are gone nobody knows, and a test must not pass for that: it is found too.
  ///
  /// - Parameter requests: those that a route took and that were answered 500.
  /// - Returns: a finding for each group of requests that are alike.
  /// - Throws: ``CommandFailure`` where the daemon does not tell the details.
  func errors(_ requests: [RequestDescription]) throws(CommandFailure) -> [ReportFinding] {
    var findings: [ReportFinding] = []
    var variants: [[[UInt8]]: Details] = [:]
    let groups = Self.alike(requests) {
      [$0.route ?? "", $0.variant ?? "", $0.method, $0.target]
    }
    for (first, count) in groups {
      let variant = [Array((first.route ?? "").utf8), Array((first.variant ?? "").utf8)]
      var details = variants[variant, default: Details()]
      defer { variants[variant] = details }
      guard details.asked < mostDetails else {
        // What meant all of so many answers means the others.
        if details.foundAny {
          findings.append(Self.finding(first, count, lines: ["its detail was not asked for"]))
        }
        continue
      }
      details.asked += 1
      guard let detail = try detail(of: first), let response = detail["response"] else {
        details.foundAny = true
        findings.append(Self.finding(first, count, lines: ["its detail is gone"]))
        continue
      }
      let header = response["headers"]?.arrayValue?.first { line in
        line[0]?.stringValue.map { $0.lowercased() == HeaderName.error.lowercased() } ?? false
      }
      guard let error = header?[1]?.stringValue else { continue }
      details.foundAny = true
      let problem = JSON.detail(in: response["text"]?.stringValue ?? "")
      findings.append(
        Self.finding(first, count, lines: [error] + (problem.map { [$0] } ?? []), error: error))
    }
    return findings
  }

  /// What is known of the answers of a variant.
  private struct Details {
    /// Of how many all was asked for.
    var asked = 0
    /// Whether one of them was not meant, or may not have been.
    var foundAny = false
  }

  private static func finding(
    _ first: RequestDescription, _ count: Int, lines: [String], error: String? = nil
  ) -> ReportFinding {
    ReportFinding(
      subject: "\(first.route ?? "") \(first.method) \(first.target)", count: count, lines: lines,
      json: [
        "route": .string(first.route ?? ""),
        "variant": first.variant.map { .string($0) } ?? .null,
        "method": .string(first.method), "target": .string(first.target),
        "count": .int(count), "seq": .int(first.seq), "error": error.map { .string($0) } ?? .null,
      ])
  }
}

extension JSON {
  /// What the body of a problem says (RFC 9457); nil where it is none.
  fileprivate static func detail(in text: String) -> String? {
    (try? JSON(parsing: text))?["detail"]?.stringValue
  }
}
