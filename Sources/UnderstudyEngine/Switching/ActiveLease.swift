import Synchronization

/// A lease that runs: how much is left of it.
package final class ActiveLease: Sendable {
  /// How it ends, as it began.
  package let term: LeaseTerm
  /// How many requests are left.
  private let left: Atomic<Int>

  init(_ term: LeaseTerm) {
    self.term = term
    if case .requests(let count) = term { left = Atomic(count) } else { left = Atomic(0) }
  }

  /// What is left of it.
  package var rest: LeaseTerm {
    if case .requests = term { .requests(left.load(ordering: .acquiring)) } else { term }
  }

  /// The same with a count of its own: what is left counts on in two worlds.
  var copy: ActiveLease { ActiveLease(rest) }

  /// What somebody got who asked a lease for a request.
  enum Taking: Sendable, Hashable {
    /// The request is answered by it.
    case granted
    /// So is this one, and none after it.
    case last
    /// Nothing is left.
    case refused
  }

  /// Takes one request from it; every caller has one of its own.
  ///
  /// - Parameter spends: whether the request uses it up.
  /// - Returns: what it got.
  func take(spends: Bool) -> Taking {
    guard case .requests = term else { return .granted }
    while true {
      let count = left.load(ordering: .acquiring)
      if count == 0 { return .refused }
      guard spends else { return .granted }
      let (exchanged, _) = left.compareExchange(
        expected: count, desired: count - 1, ordering: .acquiringAndReleasing)
      if exchanged { return count == 1 ? .last : .granted }
    }
  }
}
