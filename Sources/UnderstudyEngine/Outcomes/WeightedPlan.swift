/// Choices of which each request draws one, by weight.
struct WeightedPlan: Sendable {
  let choices: [Plan]
  /// Where the share of each choice ends among the numbers below the sum of all weights.
  private let ends: [UInt64]
  private let seed: UInt64
  private let position: CellID

  /// Takes weights that ``OutcomeCheck`` has nothing against, one for each choice.
  init(choices: [Plan], weights: [Int], seed: UInt64, position: CellID) {
    precondition(!choices.isEmpty && choices.count == weights.count)
    self.choices = choices
    self.seed = seed
    self.position = position
    var sum: UInt64 = 0
    ends = weights.map { weight in
      sum += UInt64(weight)
      return sum
    }
  }

  /// Draws for a request.
  func choice(for request: ReceivedRequest) -> Plan {
    request.cell(position).take(for: request, choice(at:))
  }

  /// What the next draw gives.
  func next(_ cells: CellStore) -> Plan { choice(at: cells.taken(position)) }

  /// What draw number `position`, from 0, gives.
  ///
  /// A number of 64 bits is brought below the sum of the weights by multiplication. Shares then are
  /// off by less than the sum over 2^64, which no run is long enough to show.
  private func choice(at position: Int) -> Plan {
    let number = SplitMix64.number(UInt64(truncatingIfNeeded: position), seed: seed)
    let drawn = number.multipliedFullWidth(by: ends[ends.count - 1]).high
    return choices[ends.firstIndex { drawn < $0 } ?? ends.count - 1]
  }
}
