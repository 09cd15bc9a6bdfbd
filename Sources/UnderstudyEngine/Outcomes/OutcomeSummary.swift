package import Understudy

/// Says in one line what an outcome does, for listings.
package enum OutcomeSummary {
  /// The line, such as `200, fixture users/list.json, after 300 ms`.
  package static func text(of outcome: Outcome) -> String {
    var parts: [String] = []
    switch outcome.action {
    case .held, .fault, .variant, .sequence, .weighted, .dynamic:
      if let status = outcome.status { parts.append("\(status)") }
    default: parts.append("\(outcome.status ?? 200)")
    }
    switch outcome.action {
    case .bare: break
    case .json: parts.append("JSON")
    case .text: parts.append("text")
    case .data(let bytes): parts.append("\(bytes.count) bytes")
    case .fixture(let name, _): parts.append("fixture \(name)")
    case .redirect(let location): parts.append("to \(location)")
    case .dynamic: parts.append("computed")
    case .held: parts.append("held until it is released")
    case .variant(let name): parts.append("as \(name)")
    case .patched(let changes):
      parts.append(
        "the default with \(changes.map(\.pointer.description).joined(separator: ", ")) changed")
    case .sequence(let steps, let end):
      parts.append("\(steps.count) steps, then the \(end == .last ? "last" : "first") again")
    case .weighted(let choices, _): parts.append("one of \(choices.count) by weight")
    case .fault(let fault): parts.append(text(of: fault))
    case .stream(let stream): parts.append(stream.summary)
    }
    if outcome.isCompressed { parts.append("compressed") }
    switch outcome.delay {
    case .fixed(let delay)?: parts.append("after \(delay.wholeMilliseconds) ms")
    case .drawn(.uniform(let least, let most), _)?:
      parts.append("after \(least.wholeMilliseconds) to \(most.wholeMilliseconds) ms")
    case .drawn(.logNormal(let median, _), _)?:
      parts.append("after some \(median.wholeMilliseconds) ms")
    case nil: break
    }
    switch outcome.pace {
    case .throttled(let rate)?: parts.append("\(rate) bytes a second")
    case .dribbled(let chunks, let duration)?:
      parts.append("in \(chunks) chunks over \(duration.wholeMilliseconds) ms")
    case nil: break
    }
    if let upload = outcome.upload { parts += upload.summaries }
    return parts.joined(separator: ", ")
  }

  private static func text(of fault: Fault) -> String {
    let place = fault.after.map { " after \($0) bytes" } ?? ""
    return "fault \(fault.name)\(place)\(fault.isChunked ? " in chunks" : "")"
  }
}

extension Outcome.Stream {
  fileprivate var summary: String {
    let kind =
      switch items {
      case .lines: count == 1 ? "line of JSON" : "lines of JSON"
      case .events: count == 1 ? "event" : "events"
      }
    return "\(count) \(kind), one each \(every.wholeMilliseconds) ms"
      + (staysOpen ? ", then open" : "")
  }
}

extension Outcome.Upload {
  fileprivate var summaries: [String] {
    var parts: [String] = []
    if let bytesPerSecond { parts.append("its body read at \(bytesPerSecond) bytes a second") }
    switch breaking {
    case .refused(let after, let outcome)?:
      parts.append("a body refused after \(after) bytes (\(OutcomeSummary.text(of: outcome)))")
    case .reset(let after)?: parts.append("a body reset after \(after) bytes")
    case nil: break
    }
    if withholdsContinue { parts.append("100 Continue withheld") }
    return parts
  }
}
