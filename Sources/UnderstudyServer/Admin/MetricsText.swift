/// One number that Prometheus collects.
struct Metric: Sendable {
  let name: String
  /// What it counts, a sentence.
  let help: String
  let value: Int

  /// A number of the daemon; of any process where it is not ours, by the names that all use.
  init(_ name: String, _ help: String, _ value: Int, isOurs: Bool = true) {
    self.name = isOurs ? "understudy_\(name)" : name
    self.help = help
    self.value = value
  }
}

/// Numbers in Prometheus' text format.
struct MetricsText: Sendable {
  /// Its version stands in its type.
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  private let metrics: [Metric]

  init(_ metrics: [Metric]) {
    self.metrics = metrics
  }

  /// What each is, its type and its value, a line each.
  ///
  /// What only grows ends in `_total`.
  var bytes: [UInt8] {
    var text = ""
    for metric in metrics {
      let type = metric.name.hasSuffix("_total") ? "counter" : "gauge"
      text += "# HELP \(metric.name) \(metric.help)\n# TYPE \(metric.name) \(type)\n"
      text += "\(metric.name) \(metric.value)\n"
    }
    return Array(text.utf8)
  }
}
