import Understudy

extension OptionValues.Value {
  /// The parts that a list with commas names, each once, in the order given.
  ///
  /// - Parameter kind: what they are, for messages: `part of a report`.
  /// - Returns: the parts.
  /// - Throws: ``CommandFailure`` at the first that is none of them, with the closest and all.
  func parts<Part: RawRepresentable<String> & CaseIterable & Equatable>(
    _ kind: String = "part"
  ) throws(CommandFailure) -> [Part] {
    let known = Part.allCases.map(\.rawValue)
    var parts: [Part] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let part = Part(rawValue: String(name)) else {
        throw CommandFailure(
          status,
          "\(origin) has '\(name)', which is no \(kind)."
            + Spelling.suggestion(for: String(name), among: known),
          hint: "parts are \(known.joined(separator: ", "))")
      }
      if !parts.contains(part) { parts.append(part) }
    }
    return parts
  }
}
