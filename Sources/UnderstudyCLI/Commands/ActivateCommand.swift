import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `activate ROUTE|GROUP.*|--all VARIANT [--requests N|--seconds N|--until-route ID]`.
  func activate(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let isForAll = invocation.options[Setting.all.name] != nil
    let variant = Variant(rawValue: invocation.operands[isForAll ? 0 : 1])
    let selector = isForAll ? "*" : invocation.operands[0]
    let choice = VariantChoice.variant(variant, lease: try lease(options(of: invocation)))
    let answer =
      isForAll
      ? try change(invocation, "PUT", AdminPath.variant, choice.json)
      : try change(
        invocation, "PATCH", AdminPath.variants, VariantChanges([(selector, choice)]).json)
    return try report(selector, answer, invocation)
  }

  /// `restore ROUTE|GROUP.*|--all`; `--all` takes every choice back.
  func restore(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let isForAll = invocation.options[Setting.all.name] != nil
    let selector = isForAll ? "*" : invocation.operands[0]
    let answer =
      isForAll
      ? try change(invocation, "DELETE", AdminPath.variants)
      : try change(
        invocation, "PATCH", AdminPath.variants, VariantChanges([(selector, nil)]).json)
    return try report(selector, answer, invocation)
  }

  /// The lease that the options ask for: one at most.
  private func lease(_ options: OptionValues) throws(CommandFailure) -> Lease? {
    let given = [Setting.requests, .seconds, .untilRoute].filter { options.value($0) != nil }
    if given.count > 1 {
      throw CommandFailure(
        .usage, "Options '\(given[0].flag)' and '\(given[1].flag)' exclude each other: give one.")
    }
    if let count = try options.number(.requests, in: Lease.requestRange) { return .requests(count) }
    if let seconds = try options.seconds(.seconds, upTo: Lease.longestSeconds) {
      return .seconds(seconds)
    }
    return options.value(.untilRoute).map { .untilRoute($0.text) }
  }

  /// Says what the routes of a selector answer with now.
  private func report(
    _ selector: String, _ answer: JSON, _ invocation: Invocation
  ) throws(CommandFailure) -> ExitStatus {
    let routes = try daemon(invocation).routes(in: answer)
    tell(
      routes.filter { route in
        guard selector.hasSuffix("*") else { return route.id == selector }
        return route.id.hasPrefix(selector.dropLast())
      })
    return try drained(invocation, answer)
  }
}
