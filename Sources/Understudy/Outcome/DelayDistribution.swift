/// Delays that differ from request to request, as those of a real service do.
///
/// ```swift
/// .default.delayed(.uniform(.milliseconds(100), .milliseconds(400)))
/// .default.delayed(.logNormal(median: .milliseconds(120), sigma: 0.6), seed: 7)
/// ```
public enum DelayDistribution: Sendable, Hashable {
  /// Any delay between two, each as likely as the others.
  case uniform(Duration, Duration)
  /// Half of them below the median, and a long tail above it: at sigma 0.5, one of a hundred is over
  /// three times the median; at 1, over ten times. None is longer than a day.
  case logNormal(median: Duration, sigma: Double)
}

extension DelayDistribution {
  /// The sigmas that there may be.
  package static let legalSigmas = 0.0...5.0

  /// The object that stands in the JSON form, without its seed.
  var form: JSON.Object {
    switch self {
    case .uniform(let least, let most):
      ["uniform": [.int(least.wholeMilliseconds), .int(most.wholeMilliseconds)]]
    case .logNormal(let median, let sigma):
      [
        "logNormal": [
          "median": .int(median.wholeMilliseconds), "sigma": JSON(floatLiteral: sigma),
        ]
      ]
    }
  }
}
