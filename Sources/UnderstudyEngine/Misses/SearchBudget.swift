package import Platform

/// How often in a second something dear may be done.
package final class SearchBudget: Sendable {
  private let perSecond: Int
  private let time: any TimeSource
  private let state: Lock<(second: UInt64, spent: Int)>

  /// A budget by a clock.
  package init(perSecond: Int, time: any TimeSource) {
    self.perSecond = perSecond
    self.time = time
    state = Lock((0, 0))
  }

  /// Takes one, unless this second's are spent.
  package func take() -> Bool {
    let second = time.now.nanoseconds / 1_000_000_000
    let limit = perSecond
    return state.withLock { state in
      if state.second != second { state = (second, 0) }
      guard state.spent < limit else { return false }
      state.spent += 1
      return true
    }
  }
}
