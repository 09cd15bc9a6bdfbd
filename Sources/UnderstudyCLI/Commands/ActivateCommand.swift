import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `activate ROUTE|GROUP.*|--all VARIANT`.
  func activate(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let isForAll = invocation.options[Setting.all.name] != nil
    let variant = Variant(rawValue: invocation.operands[isForAll ? 0 : 1])
    let selector = isForAll ? "*" : invocation.operands[0]
    let daemon = try daemon(invocation)
    let choice = VariantChoice.variant(variant)
    let answer =
      isForAll
      ? try daemon.call("PUT", AdminPath.variant, choice.json)
      : try daemon.call("PATCH", AdminPath.variants, VariantChanges([(selector, choice)]).json)
    try report(selector, answer, daemon)
    return .ok
  }

  /// `restore ROUTE|GROUP.*|--all`; `--all` takes every choice back.
  func restore(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let isForAll = invocation.options[Setting.all.name] != nil
    let selector = isForAll ? "*" : invocation.operands[0]
    let daemon = try daemon(invocation)
    let answer =
      isForAll
      ? try daemon.call("DELETE", AdminPath.variants)
      : try daemon.call("PATCH", AdminPath.variants, VariantChanges([(selector, nil)]).json)
    try report(selector, answer, daemon)
    return .ok
  }

  /// Says what the routes of a selector answer with now: those alike in one line.
  private func report(
    _ selector: String, _ answer: JSON, _ daemon: DaemonConnection
  ) throws(CommandFailure) {
    let routes = try daemon.routes(in: answer).filter { route in
      guard selector.hasSuffix("*") else { return route.id == selector }
      return route.id.hasPrefix(selector.dropLast())
    }
    var order: [String] = []
    var ids: [String: [String]] = [:]
    for route in routes {
      if ids[route.active] == nil { order.append(route.active) }
      ids[route.active, default: []].append(route.id)
    }
    for variant in order {
      let names = ids[variant] ?? []
      let subject = names.count == 1 ? names[0] : "\(names.count) routes"
      console.output("\(subject) \(names.count == 1 ? "answers" : "answer") with '\(variant)'.\n")
    }
  }
}
