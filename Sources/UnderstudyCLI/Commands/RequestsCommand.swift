import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `requests [--follow] [--unmatched] [--route ID] [--limit N] [SEQ]`.
  func requests(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let options = options(of: invocation)
    let daemon = try daemon(invocation)
    let asksForJSON = try options.isOn(.json)
    if let text = invocation.operands.first {
      try show(text, options, daemon, asksForJSON: asksForJSON)
      return .ok
    }
    let list = RequestList(
      daemon: daemon, route: options.value(.route)?.text,
      isUnmatched: try options.isOn(.unmatched),
      limit: try options.number(.limit, in: 1...100_000) ?? 20)
    if try options.isOn(.follow) { try follow(list, asksForJSON: asksForJSON) }
    let answer = try list.newest()
    if asksForJSON {
      console.print(answer)
      return .ok
    }
    let requests = try list.requests(in: answer)
    console.output(table(of: requests).text(for: console))
    if let dropped = answer["dropped"]?.intValue, dropped > 0 {
      console.error("\(dropped) older requests are on record no more.\n")
    }
    return .ok
  }

  /// Requests in columns.
  func table(of requests: [RequestDescription]) -> Table {
    var table = Table("SEQ", "TIME", "STATUS", "METHOD", "TARGET", "ROUTE", "VARIANT", "MS")
    for request in requests {
      table.add(
        [
          "\(request.seq)", request.time, request.statusText, request.method, request.target,
          request.route ?? "-", request.variant ?? "-", request.duration,
        ], colour: request.isMatched == false ? (5, .yellow) : nil)
    }
    return table
  }

  /// One request, as it went over the wire.
  private func show(
    _ text: String, _ options: OptionValues, _ daemon: DaemonConnection, asksForJSON: Bool
  ) throws(CommandFailure) {
    let seq = try seq(text)
    for setting in [Setting.follow, .unmatched, .route, .limit] where options.value(setting) != nil
    {
      throw CommandFailure(.usage, "Option '\(setting.flag)' is for lists, not for one request.")
    }
    let answer = try daemon.call("GET", AdminPath.request(seq))
    if asksForJSON {
      console.print(answer)
      return
    }
    guard let request = RequestDescription(json: answer) else {
      throw daemon.stranger("other JSON")
    }
    console.output(RequestText(request, answer).text)
  }
}

extension CommandRunner {
  /// Lists what comes, until the daemon is gone: each request once it has ended, one that takes its
  /// time also when it begins.
  private func follow(_ list: RequestList, asksForJSON: Bool) throws(CommandFailure) -> Never {
    var answer = try list.newest()
    // Those that are under way, and whether that was told.
    var open: [Int: Bool] = [:]
    while true {
      for request in try list.requests(in: answer) {
        if request.ending == nil { open[request.seq] = false } else { tell(request, asksForJSON) }
      }
      if let first = open.keys.min() {
        let again = try list.requests(in: list.page(after: first - 1, waiting: 0))
        for request in again {
          guard let isTold = open[request.seq] else { continue }
          if request.ending != nil {
            open[request.seq] = nil
            tell(request, asksForJSON)
          } else if !isTold {
            open[request.seq] = true
            tell(request, asksForJSON)
          }
        }
        // What the journal has dropped or forgotten is not waited for.
        let known = Set(again.map(\.seq))
        open = open.filter { known.contains($0.key) }
      }
      guard let next = answer["next"]?.intValue else { throw list.daemon.stranger("other JSON") }
      answer = try list.page(after: next, waiting: open.isEmpty ? 25 : 1)
    }
  }

  private func tell(_ request: RequestDescription, _ asksForJSON: Bool) {
    if asksForJSON {
      console.output(request.json.text + "\n")
      return
    }
    let route = request.route.map { "  \($0) \(request.variant ?? "-")" } ?? ""
    let colour: Console.Colour? = request.isMatched == false ? .yellow : nil
    let line =
      "\(request.seq)  \(request.time)  \(request.statusText)  \(request.method) \(request.target)"
      + "\(route)  \(request.duration)"
      + (request.detail.map { "  \($0)" } ?? "")
    console.output((colour.map { console.coloured(line, $0) } ?? line) + "\n")
  }
}

extension RequestDescription {
  /// The time of day, in UTC.
  var time: String { String(receivedAt.drop { $0 != "T" }.dropFirst()) }

  /// The status; how it ended where there was none or it was not the end; dots while under way.
  var statusText: String {
    switch (status, ending) {
    case (_, nil): "..."
    case (let status?, "completed"?), (let status?, "refused"?): "\(status)"
    case (let status?, let ending?): "\(status) \(ending)"
    case (nil, let ending?): ending
    }
  }

  /// How long it took.
  var duration: String {
    guard let total = totalMilliseconds else { return "" }
    let tenths = Int((total * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
