/// A request of the model.
struct ModelRequest: Sendable {
  /// Nil is a path that no route has.
  var route: ModelRoute?
  var target: String
  /// What the header `Understudy-Variant` asks for.
  var wanted: String?
  var hasToken = false
  /// The name that logs in.
  var name = "mara"
  /// Whether its connection has had a request before.
  var isReused = false

  /// A GET that is reset on such a connection comes again by itself: it uses nothing up.
  var isSentAgain: Bool { isReused && route?.method == "GET" }
}

extension ModelRequest: CustomStringConvertible {
  var description: String {
    let marks = [
      wanted.map { "wants \($0)" }, hasToken ? "token" : nil,
      route?.id == "account.login" ? name : nil,
    ]
    return ([target] + marks.compactMap(\.self)).joined(separator: ", ")
  }
}
