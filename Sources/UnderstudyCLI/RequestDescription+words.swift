import UnderstudyAPI

extension RequestDescription {
  /// The time of day, in UTC.
  var time: String { String(receivedAt.drop { $0 != "T" }.dropFirst()) }

  /// The status; how it ended where there was none or it was not the end; dots while under way.
  var statusText: String {
    switch (status, ending) {
    case (_, nil): "..."
    case (let status?, "completed"?), (let status?, "refused"?): "\(status)"
    case (let status?, let ending?): "\(status) \(ending)"
    case (nil, let ending?): ending
    }
  }

  /// How long it took.
  var duration: String {
    guard let total = totalMilliseconds else { return "" }
    let tenths = Int((total * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  /// Red where a client meets a failure, yellow where it has made a mistake.
  var statusColour: Console.Colour? {
    guard let ending else { return nil }
    guard let status, ending == "completed" || ending == "refused" else { return .magenta }
    return switch status {
    case 200...299: .green
    case 300...399: .cyan
    case 400...499: .yellow
    case 500...: .red
    default: nil
    }
  }

  /// Methods that change something are set apart from those that ask.
  var methodColour: Console.Colour? {
    switch method {
    case "GET", "HEAD", "OPTIONS": .cyan
    case "DELETE": .magenta
    default: .blue
    }
  }

  /// An answer that somebody has chosen is set apart from the default.
  var variantColour: Console.Colour? {
    variant == nil || variant == "default" ? nil : .magenta
  }
}
