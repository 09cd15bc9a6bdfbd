import Understudy

/// A scenario with its plans: a layer of choices beneath all overrides.
final class AppliedScenario: Sendable {
  let name: String
  /// What lies below first.
  let layers: [AppliedOverride]

  /// What clients meet that speak TLS; nil where that is nothing.
  let tls: TLSProfile?

  init(_ name: String, _ layers: [AppliedOverride], tls: TLSProfile?) {
    self.name = name
    self.tls = tls
    self.layers = layers.sorted { $1.selector.lies(over: $0.selector) }
  }
}
