import Platform

/// The copies of a program that daemons run while the next build writes over the original.
enum DevCopies {
  /// What stands behind the name of a copy.
  static func ending(_ number: Int) -> String { ".dev-\(Machine.processID)-\(number)" }

  /// Removes those that a supervisor has left behind which was killed.
  static func sweep(beside program: String) {
    guard let slash = program.lastIndex(of: "/") else { return }
    let prefix = "\(program[program.index(after: slash)...]).dev-"
    for name in Files.names(in: String(program[..<slash])) where name.hasPrefix(prefix) {
      let number = name.dropFirst(prefix.count).split(separator: "-").first.flatMap { Int32($0) }
      guard let number, !Machine.isRunning(number) else { continue }
      Files.remove("\(program[...slash])\(name)")
    }
  }
}
