import Platform

/// What `understudy dev` tells the person at the terminal.
struct DevReport {
  private let console: Console
  private let clock: @Sendable () -> WallTime

  init(_ console: Console, _ clock: @escaping @Sendable () -> WallTime) {
    self.console = console
    self.clock = clock
  }

  /// Files were saved.
  func changed(_ paths: [String]) {
    tell("\(Self.listed(paths)) changed, building")
  }

  /// Fixtures were saved, and a build that was refused may be right with them.
  func changedFixtures(_ paths: [String]) {
    tell("\(Self.listed(paths)) changed, starting what is built")
  }

  /// A build was good, and is the program that is served already.
  func unchanged(_ duration: Duration) {
    tell("compiled in \(Self.seconds(duration)): the program is the same, and goes on")
  }

  /// A new build does not compile, or cannot serve.
  func failed(_ text: String, serves: Bool) {
    tell(serves ? "the build before goes on serving" : "nothing is served until this is mended")
    console.error(Self.indented(text))
  }

  /// The first daemon cannot serve, whatever the routes are.
  func refusedAtOnce(_ text: String) {
    console.error(text.hasSuffix("\n") ? text : "\(text)\n")
  }

  /// A new build serves.
  func serves(
    _ url: String, compile: Duration?, total: Duration?, keepsChoices: Bool, notices: [String]
  ) {
    var parts: [String] = []
    if let compile { parts.append("compiled in \(Self.seconds(compile))") }
    if let total { parts.append("served after \(Self.seconds(total))") }
    parts.append(url)
    tell(parts.joined(separator: ", "))
    if keepsChoices {
      console.error(
        "          choices, network and sessions are kept; positions and journal begin anew\n")
    }
    for notice in notices { console.error("  notice  \(notice)\n") }
  }

  /// A daemon has retired.
  func left(_ held: Int, process: Int32) {
    guard held > 0 else { return }
    tell(
      held == 1
        ? "1 held request stays with the build before: 'kill \(process)' drops it"
        : "\(held) held requests stay with the build before: 'kill \(process)' drops them")
  }

  /// The daemon that served has ended, and nobody has asked it to.
  func lost(_ ending: ChildProcess.Ending, isRestarted: Bool) {
    tell(
      isRestarted
        ? "the daemon has ended (\(ending.words)) and is started again: choices and sessions are gone"
        : "the daemon has ended again (\(ending.words)): connections are refused until the next build"
    )
  }

  private func tell(_ text: String) {
    console.error("\(clock().timeOfDay.prefix(8))  \(text)\n")
  }

  private static func listed(_ paths: [String]) -> String {
    let more = paths.count > 3 ? " and \(paths.count - 3) more" : ""
    return paths.prefix(3).joined(separator: ", ") + more
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "          \($0)\n" }.joined()
  }

  private static func seconds(_ duration: Duration) -> String {
    let milliseconds = duration.wholeNanoseconds / 1_000_000
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    return "\(whole).\(rest / 100)\(rest / 10 % 10) s"
  }
}
