/// What is worth reading of what a compiler has said.
enum BuildOutput {
  /// How many lines are shown.
  private static let limit = 20

  /// The errors, each once, short; where there are none that can be told, the end of it.
  ///
  /// - Parameters:
  ///   - output: all of it.
  ///   - shorten: makes a path shorter.
  /// - Returns: lines.
  static func errors(in output: String, _ shorten: (String) -> String = { $0 }) -> String {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    var seen: Set<String> = []
    // The compiler says each a second time, in the picture of the code.
    let errors = lines.filter { line in
      let isError = line.contains(": error: ") || line.hasPrefix("error: ")
      return isError && !line.hasPrefix("error: emit-module command") && seen.insert(line).inserted
    }
    guard !errors.isEmpty else {
      return lines.suffix(limit).joined(separator: "\n")
    }
    var shown = errors.prefix(limit).map(shorten)
    if errors.count > limit { shown.append("and \(errors.count - limit) more") }
    return shown.joined(separator: "\n")
  }
}
