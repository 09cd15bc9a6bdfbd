import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `verify [ROUTE]`: a question to the journal that can wait for its answer.
  func verify(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let options = options(of: invocation)
    let request = try question(options, route: invocation.operands.first)
    let daemon = try daemon(invocation)
    let (status, answer) = try daemon.exchange(
      "POST", AdminPath.verifications, request.json,
      waiting: .seconds(request.withinSeconds + request.settleSeconds))
    let isVerified = status == 200
    guard let answer, isVerified || status == 409 else { throw daemon.refusal(status, answer) }
    if try options.isOn(.json) {
      console.print(answer)
      return isVerified ? .ok : .failed
    }
    let requests = try daemon.list("requests", in: answer, RequestDescription.init(json:))
    guard isVerified else {
      console.error(daemon.refusal(status, answer).text + Self.nearest(in: answer))
      if !requests.isEmpty { console.output(table(of: requests).text(for: console)) }
      return .failed
    }
    let subject = requests.count == 1 ? "1 request" : "\(requests.count) requests"
    console.output("As expected: \(subject)\(request.order == nil ? "" : " in this order").\n")
    if !requests.isEmpty { console.output(table(of: requests).text(for: console)) }
    return .ok
  }

  /// What is asked, as the options say.
  private func question(
    _ options: OptionValues, route: String?
  ) throws(CommandFailure) -> VerificationRequest {
    let counts = [Setting.exactly, .atLeast, .atMost].filter { options.value($0) != nil }
    try Self.checkExclusion(counts)
    let order = options.value(.order)
    if let order {
      if route != nil {
        throw CommandFailure(.usage, "\(order.origin) names the routes: there is no other.")
      }
      let others = [Setting.fitting, .method, .path, .unmatched].filter {
        options.value($0) != nil
      }
      try Self.checkExclusion([.order] + others + counts)
    }
    let isUnmatched = try options.isOn(.unmatched)
    if let route, isUnmatched {
      throw CommandFailure(
        .usage,
        "Option '\(Setting.unmatched.flag)' counts what no route took, "
          + "'\(route)' neither.")
    }
    let fitting = try fitting(options)
    guard route != nil || fitting != nil || order != nil || isUnmatched else {
      throw CommandFailure(
        .usage,
        "'verify' needs a route, '--method', '--path', '--where', '--order' or '--unmatched'.",
        hint: "usage: \(program) verify\(Command.verify.operands)")
    }
    return VerificationRequest(
      route: route, fitting: fitting, isUnmatched: isUnmatched,
      order: try order.map { value throws(CommandFailure) in try Self.steps(value) },
      count: try count(options) ?? .atLeast(1), withinSeconds: try seconds(.within, options),
      settleSeconds: try seconds(.settle, options))
  }

  private static func checkExclusion(_ given: [Setting]) throws(CommandFailure) {
    guard given.count > 1 else { return }
    throw CommandFailure(
      .usage, "Options '\(given[0].flag)' and '\(given[1].flag)' exclude each other: give one.")
  }

  private func count(
    _ options: OptionValues
  ) throws(CommandFailure) -> VerificationRequest.Count? {
    let range = 0...1_000_000_000
    if let count = try options.number(.exactly, in: range) { return .exactly(count) }
    if let count = try options.number(.atMost, in: range) { return .atMost(count) }
    return try options.number(.atLeast, in: range).map { .atLeast($0) }
  }

  private func seconds(
    _ setting: Setting, _ options: OptionValues
  ) throws(CommandFailure) -> Double {
    guard let value = options.value(setting) else { return 0 }
    let limit = VerificationRequest.longestWaitSeconds
    guard let time = Quantity.duration(value.text), time <= .seconds(limit) else {
      throw value.failure(mustBe: "a time of up to \(limit / 3600) hour such as 2, 2s or 500ms")
    }
    return time / .seconds(1)
  }

  /// The rules of `--where`, with those of `--method` and `--path` beside them.
  private func fitting(_ options: OptionValues) throws(CommandFailure) -> JSON? {
    var members: JSON.Object = [:]
    for setting in [Setting.method, .path] {
      if let value = options.value(setting) { members[setting.name] = .string(value.text) }
    }
    if let value = options.value(.fitting) {
      guard let rules = (try? JSON(parsing: value.text))?.objectValue else {
        throw value.failure(mustBe: "a JSON object such as {\"query\": {\"page\": 2}}")
      }
      for (name, rule) in rules {
        guard members[name] == nil else {
          throw CommandFailure(
            value.status, "\(value.origin) has a rule for '\(name)', and '--\(name)' is given too.")
        }
        members[name] = rule
      }
      if members.isEmpty { return .object([:]) }
    }
    return members.isEmpty ? .none : .object(members)
  }

  private static func steps(
    _ value: OptionValues.Value
  ) throws(CommandFailure) -> [VerificationRequest.Step] {
    guard value.text.hasPrefix("[") else {
      let ids = value.text.split(separator: ",", omittingEmptySubsequences: false)
      guard ids.allSatisfy({ !$0.isEmpty }) else {
        throw value.failure(mustBe: "ids of routes with commas between them, or an array of JSON")
      }
      return ids.map { .init(route: String($0)) }
    }
    guard let form = try? JSON(parsing: value.text) else {
      throw value.failure(mustBe: "ids of routes with commas between them, or an array of JSON")
    }
    do throws(Problem) {
      return try VerificationRequest(json: ["order": form]).order ?? []
    } catch {
      throw CommandFailure(value.status, "\(value.origin) cannot be read. \(error.detail)")
    }
  }

  /// The nearest behind the first, which the sentence of the daemon has named.
  private static func nearest(in answer: JSON) -> String {
    (answer["nearest"]?.arrayValue ?? []).dropFirst().map { near in
      let request = near["request"].flatMap(RequestDescription.init(json:))
      let name = request.map { "no. \($0.seq), \($0.method) \($0.target)" } ?? ""
      let differences = near["differences"]?.arrayValue ?? []
      return "  near    \(name): \(differences.map(RequestText.words).joined(separator: "; "))\n"
    }.joined()
  }
}
