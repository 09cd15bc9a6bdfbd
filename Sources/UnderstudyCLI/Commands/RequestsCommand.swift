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
    let list = try list(options, daemon)
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

  /// What the options choose, as the parameters of the admin API.
  private func list(
    _ options: OptionValues, _ daemon: DaemonConnection
  ) throws(CommandFailure) -> RequestList {
    var filter: [String] = []
    for setting in [Setting.route, .variant, .method, .path] {
      guard let value = options.value(setting) else { continue }
      filter.append("\(setting.name)=\(value.text.percentEncoded)")
    }
    for value in options.values(.query) {
      let parts = value.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw value.failure(mustBe: "a name and a value such as page=2")
      }
      filter.append("query.\(String(parts[0]).percentEncoded)=\(String(parts[1]).percentEncoded)")
    }
    if try options.isOn(.unmatched) { filter.append("matched=false") }
    let ending = options.value(.ending)
    if let ending, !Setting.endings.contains(ending.text) {
      let words = Setting.endings.map { "'\($0)'" }
      throw ending.failure(mustBe: "one of \(words.joined(separator: ", "))")
    }
    return RequestList(
      daemon: daemon, filter: filter,
      end: .init(status: try options.number(.status, in: 100...599), ending: ending?.text),
      limit: try options.number(.limit, in: 1...100_000) ?? 20)
  }

  /// Requests in columns.
  func table(of requests: [RequestDescription]) -> Table {
    var table = Table("SEQ", "TIME", "STATUS", "METHOD", "TARGET", "ROUTE", "VARIANT", "MS")
    for request in requests {
      var colours: [Int: Console.Colour] = [:]
      colours[2] = request.statusColour
      colours[3] = request.methodColour
      colours[5] = request.isMatched == false ? .yellow : nil
      colours[6] = request.variantColour
      table.add(
        [
          "\(request.seq)", request.time, request.statusText, request.method, request.target,
          request.route ?? "-", request.variant ?? "-", request.duration,
        ], colours: colours)
    }
    return table
  }

  /// One request, as it went over the wire.
  private func show(
    _ text: String, _ options: OptionValues, _ daemon: DaemonConnection, asksForJSON: Bool
  ) throws(CommandFailure) {
    let seq = try seq(text)
    for setting in Setting.journalFilter + [.follow, .limit] where options.value(setting) != nil {
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
  /// Lists what comes, until somebody interrupts it: each request once it has ended, one that takes
  /// its time also when it begins.
  private func follow(_ list: RequestList, asksForJSON: Bool) throws(CommandFailure) -> Never {
    // Who interrupts it, or no longer reads, ends it, whatever the program does that has started it.
    console.allowTermination()
    var follower = RequestFollower(
      list,
      tell: { request in
        console.output((asksForJSON ? request.json.text : line(request)) + "\n")
      }, say: { console.error($0 + "\n") }, pause: { _ = pause($0) })
    try follower.run()
  }

  private func line(_ request: RequestDescription) -> String {
    func shown(_ text: String, _ colour: Console.Colour?) -> String {
      colour.map { console.coloured(text, $0) } ?? text
    }
    let target = shown(request.target, request.isMatched == false ? .yellow : nil)
    let route = request.route.map { route in
      "  \(route) \(shown(request.variant ?? "-", request.variantColour))"
    }
    return "\(request.seq)  \(request.time)  \(shown(request.statusText, request.statusColour))  "
      + "\(shown(request.method, request.methodColour)) \(target)"
      + "\(route ?? "")  \(request.duration)" + (request.detail.map { "  \($0)" } ?? "")
  }
}
