/// A scenario with its plans: a layer of choices beneath all overrides.
final class AppliedScenario: Sendable {
  let name: String
  /// What lies below first.
  let layers: [AppliedOverride]

  init(_ name: String, _ layers: [AppliedOverride]) {
    self.name = name
    self.layers = layers.sorted { $1.selector.lies(over: $0.selector) }
  }
}
