import MicroHTTPD

extension Shortage {
  /// What there is not enough of, and what to do.
  var message: String {
    switch self {
    case .connections(let count):
      "All \(count) connections that there may be at once (--max-connections) are open: further ones "
        + "are answered with 503."
    case .descriptors(let count):
      "Nearly all \(count) descriptors that this process may have (ulimit -n) are open: further "
        + "connections are answered with 503 or wait, and files cannot be read. Raise the limit, or "
        + "lower --max-connections."
    }
  }

  /// The kind of trouble that it is.
  var kind: Troubles.Kind {
    switch self {
    case .connections: .connections
    case .descriptors: .descriptors
    }
  }
}

extension Troubles {
  /// Tells of somebody for whom there was no room, in the log once in a while.
  func tell(_ shortage: Shortage, _ log: RequestLog) {
    if happened(shortage.kind, shortage.message) { log.add(warning: shortage.message) }
  }
}
