import Understudy
import UnderstudyAPI

/// Asks a daemon for its record, and makes a report of it.
struct RecordReader {
  /// The daemon, speaking for the world that is asked about: the base, a session, or `*`.
  let daemon: DaemonConnection
  /// Of how many different requests all that is on record is asked for: among those that met no route, and
  /// among the answers of each variant.
  var mostDetails = 200

  private static let pageLength = 1000

  /// The report.
  func report() throws(CommandFailure) -> Report {
    var report = Report()
    let requests = try requests(&report)
    report.total = requests.count
    report.open = requests.count { $0.ending == nil }
    report.findings[.unmatched] = try misses(requests.filter { $0.isMatched == false })
    report.findings[.errors] = try errors(requests.filter { $0.route != nil && $0.status == 500 })
    report.findings[.faults] = faults(requests)
    var base = daemon
    base.session = nil
    let routes = try base.routes(in: base.call("GET", AdminPath.routes))
    look(at: routes, requests, into: &report)
    return report
  }

  /// All that is on record, the oldest first.
  private func requests(_ report: inout Report) throws(CommandFailure) -> [RequestDescription] {
    var requests: [RequestDescription] = []
    var after = 0
    while true {
      let answer = try daemon.call(
        "GET", "\(AdminPath.requests)?after=\(after)&limit=\(Self.pageLength)")
      let page = try daemon.list("requests", in: answer, RequestDescription.init(json:))
      guard let next = answer["next"]?.intValue, let dropped = answer["dropped"]?.intValue else {
        throw daemon.stranger("other JSON")
      }
      requests += page
      report.dropped = dropped
      // What comes while the report is made is not waited for.
      guard page.count == Self.pageLength, next > after else { return requests }
      after = next
    }
  }

  /// Requests without a route, each with the routes that almost took it.
  private func misses(
    _ requests: [RequestDescription]
  ) throws(CommandFailure) -> [ReportFinding] {
    var findings: [ReportFinding] = []
    for (place, (first, count)) in Self.alike(requests, by: { [$0.method, $0.target] }).enumerated()
    {
      var finding = ReportFinding(
        subject: "\(first.method) \(first.target)", count: count,
        json: [
          "method": .string(first.method), "target": .string(first.target), "count": .int(count),
          "seq": .int(first.seq), "detail": first.detail.map { .string($0) } ?? .null,
          "nearest": [],
        ])
      let nearest = place < mostDetails ? try detail(of: first)?["nearest"]?.arrayValue ?? [] : []
      if !nearest.isEmpty { finding.json["nearest"] = .array(nearest) }
      for near in nearest.prefix(1) {
        let words = ["method", "path"].compactMap { near[$0]?.stringValue }
        finding.lines.append(
          "nearest: \(near["route"]?.stringValue ?? ""), \(words.joined(separator: " "))")
        for difference in near["differences"]?.arrayValue ?? [] {
          finding.lines.append(RequestText.words(difference))
        }
      }
      if nearest.isEmpty, let detail = first.detail { finding.lines = [detail] }
      findings.append(finding)
    }
    return findings
  }

  /// Requests that ended otherwise than by their whole answer.
  private func faults(_ requests: [RequestDescription]) -> [ReportFinding] {
    let broken = requests.filter { $0.ending != nil && $0.ending != "completed" }
    return Self.alike(broken) {
      [$0.route ?? "", $0.variant ?? "", $0.ending ?? ""]
        + ($0.route == nil ? [$0.method, $0.target, $0.detail ?? ""] : [])
    }.map { first, count in
      let ending = first.ending ?? ""
      let subject =
        first.route.map { "\($0) \(first.variant ?? "-")" } ?? "\(first.method) \(first.target)"
      return ReportFinding(
        subject: "\(subject): \(ending)", count: count, lines: first.detail.map { [$0] } ?? [],
        json: [
          "route": first.route.map { .string($0) } ?? .null,
          "variant": first.variant.map { .string($0) } ?? .null, "ending": .string(ending),
          "count": .int(count), "seq": .int(first.seq),
          "detail": first.detail.map { .string($0) } ?? .null,
        ])
    }
  }

  /// Routes and variants, by whether the requests have met them.
  private func look(
    at routes: [RouteDescription], _ requests: [RequestDescription], into report: inout Report
  ) {
    var met: [[UInt8]: Set<[UInt8]>] = [:]
    for request in requests {
      guard let route = request.route else { continue }
      met[Array(route.utf8), default: []].insert(Array((request.variant ?? "").utf8))
    }
    let standard = Set(StandardVariant.allCases.map { Array($0.rawValue.utf8) })
    for route in routes {
      let variants = met[Array(route.id.utf8)]
      // Hits are exact, whatever is on record; those of sessions are not asked for.
      if variants != nil || daemon.session == nil && route.hits > 0 {
        report.passed[.uncalled, default: []].append(route.id)
      } else {
        report.findings[.uncalled, default: []].append(
          ReportFinding(
            subject: "\(route.id) \(route.method) \(route.requestText)",
            json: [
              "route": .string(route.id), "method": .string(route.method),
              "path": .string(route.path),
            ]))
      }
      for variant in route.variants where !standard.contains(Array(variant.name.utf8)) {
        let subject = "\(route.id) \(variant.name)"
        if variants?.contains(Array(variant.name.utf8)) ?? false {
          report.passed[.unused, default: []].append(subject)
        } else {
          report.findings[.unused, default: []].append(
            ReportFinding(
              subject: subject, lines: [variant.summary],
              json: [
                "route": .string(route.id), "variant": .string(variant.name),
                "summary": .string(variant.summary),
              ]))
        }
      }
    }
  }

  /// All that is on record of a request; nil where that is no more.
  func detail(of request: RequestDescription) throws(CommandFailure) -> JSON? {
    let (status, answer) = try daemon.exchange("GET", AdminPath.request(request.seq))
    return status == 200 ? answer : nil
  }

  /// The first of those requests that have the same texts, and how many there are.
  static func alike(
    _ requests: [RequestDescription], by texts: (RequestDescription) -> [String]
  ) -> [(first: RequestDescription, count: Int)] {
    var groups: [(first: RequestDescription, count: Int)] = []
    var places: [[[UInt8]]: Int] = [:]
    for request in requests {
      let key = texts(request).map { Array($0.utf8) }
      if let place = places[key] {
        groups[place].count += 1
      } else {
        places[key] = groups.count
        groups.append((request, 1))
      }
    }
    return groups
  }
}
