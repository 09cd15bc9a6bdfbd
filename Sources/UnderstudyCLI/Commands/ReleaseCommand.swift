import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `release SEQ|--route ROUTE|--all [VARIANT]`.
  func release(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let route = options(of: invocation).value(.route)?.text
    let isForMany = route != nil || invocation.options[Setting.allHeld.name] != nil
    let variant = invocation.operands.dropFirst(isForMany ? 0 : 1).first
    let request = ReleaseRequest(
      variant.map { .variant(Variant(rawValue: $0)) }, route: route)
    let path = isForMany ? AdminPath.release : AdminPath.release(try seq(invocation.operands[0]))
    let daemon = try daemon(invocation)
    let answer = try daemon.call("POST", path, request.json)
    for released in try daemon.list("released", in: answer, RequestDescription.init(json:)) {
      let name = released.route.map { " (\($0))" } ?? ""
      let ending = variant.map { " with '\($0)'" } ?? ""
      console.output(
        "no. \(released.seq) \(released.method) \(released.target)\(name) is released\(ending).\n")
    }
    return .ok
  }

  /// The number of a request, as it is typed.
  func seq(_ text: String) throws(CommandFailure) -> Int {
    guard let seq = Int(text), seq > 0 else {
      throw CommandFailure(.usage, "'\(text)' is no number of a request, such as 7.")
    }
    return seq
  }
}
