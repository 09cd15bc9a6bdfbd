/// Conditions of the network by a name.
public enum NetworkPreset: String, Sendable, Hashable, CaseIterable {
  /// A phone on a good day out of town: 300 ms, give or take 50, and 200,000 bytes a second.
  case threeG = "3g"
  /// A phone on a bad day: 840 ms, give or take 150, and 30,000 bytes a second.
  case edge
  /// A network that loses one request of ten: 50 ms, give or take 50, and `offline` at a rate of 0.1.
  case lossy
  /// Nothing in the way.
  case off

  /// The conditions that it stands for.
  public var conditions: NetworkConditions {
    switch self {
    case .threeG:
      NetworkConditions(delayMilliseconds: 300, jitterMilliseconds: 50, bytesPerSecond: 200_000)
    case .edge:
      NetworkConditions(delayMilliseconds: 840, jitterMilliseconds: 150, bytesPerSecond: 30_000)
    case .lossy:
      NetworkConditions(
        delayMilliseconds: 50, jitterMilliseconds: 50, failures: .init(rate: 0.1))
    case .off: NetworkConditions()
    }
  }
}
