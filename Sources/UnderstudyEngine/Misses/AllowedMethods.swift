package import Understudy

/// The methods that stand in `Allow` where routes take some (RFC 9110, 10.2.1).
package enum AllowedMethods {
  /// GET brings HEAD, and OPTIONS is always answered; the others in the order of the routes.
  ///
  /// - Parameter methods: the methods of routes; ``Method/any`` names none.
  /// - Returns: each method once.
  package static func names(_ methods: some Sequence<Method>) -> [String] {
    var names: [String] = []
    func add(_ name: String) {
      if !names.contains(name) { names.append(name) }
    }
    for method in methods where method != .any && method != .options {
      add(method.rawValue)
      if method == .get { add(Method.head.rawValue) }
    }
    add(Method.options.rawValue)
    return names
  }
}
