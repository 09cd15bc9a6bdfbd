import UnderstudyAPI

extension Lease {
  /// What is left of it, as the end of a sentence: `for 2 more requests`.
  var words: String {
    switch self {
    case .requests(let count): "for \(count) more \(count == 1 ? "request" : "requests")"
    case .seconds(let seconds): "for \(Self.tenths(seconds)) more seconds"
    case .untilRoute(let id): "until '\(id)' is called"
    }
  }

  /// Seconds rounded up to tenths, so that what has not ended is never 0.
  private static func tenths(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded(.up))
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
