import Foundation
import TestSupport
import Testing

/// What the shells themselves make of the scripts, with a daemon that they ask.
@Suite("The completions of a shell")
struct CompletionProgramTests {
  struct Example: Sendable, CustomTestStringConvertible {
    /// The line up to the cursor.
    var line: String
    /// What may stand at its end, in any order.
    var words: Set<String>
    var testDescription: String { line }

    init(_ line: String, _ words: Set<String>) {
      self.line = line
      self.words = words
    }
  }

  private static let examples = [
    Example("understudy stat", ["status"]),
    Example("understudy cert --exp", ["--export"]),
    Example("understudy --log ", ["json", "text", "off"]),
    Example("understudy activate users.", ["users.list", "users.detail", "users.*"]),
    Example("understudy activate users.list fl", ["flaky"]),
    Example("understudy scenario f", ["fresh install"]),
    Example("understudy session end ch", ["check out"]),
    Example("understudy serve --state no", ["notes.json", "nothing here/"]),
    Example("understudy new Shop --path no", ["nothing here/"]),
  ]

  /// A daemon with a session, and an environment that leads to it.
  private final class Stage {
    private let program: Program
    let environment: [String: String]

    init() throws {
      let (program, port) = try Program.serve(["--log", "off"])
      self.program = program
      environment = ["UNDERSTUDY_URL": "http://127.0.0.1:\(port)"]
      let begun = try RawClient(port: port).get(
        "/__admin/sessions", method: "POST", body: #"{"name":"check out"}"#)
      #expect(begun.status == 201)
    }

    deinit {
      program.signal(SIGTERM)
      _ = program.waitForExit()
    }
  }

  private static func prepare(_ shell: Shell) throws {
    try shell.folder.write("notes.json", "{}")
    try shell.folder.write("nothing here/keep", "")
  }

  @Test func `are right in bash`() throws {
    let shell = try #require(try Shell("bash"))
    let stage = try Stage()
    try Self.prepare(shell)

    // Besides: a value behind '=', which bash takes for a word of its own, and one inside quotes.
    let examples =
      Self.examples + [
        Example("understudy --log=t", ["text"]),
        Example("understudy --log=", ["json", "text", "off"]),
        Example("understudy scenario 'logged", ["logged out"]),
        Example("./understudy stat", ["status"]),
        Example("understudy requests --url=http://127.0.0.1:1 --rou", ["--route"]),
      ]
    for example in examples {
      // Readline parts a line at blanks and, as words of their own, at '=' and ':'.
      var words = example.line.split(separator: " ", omittingEmptySubsequences: false)
        .flatMap { word in
          word.isEmpty ? [""] : word.matches(of: #/[=:]+|[^=:]+/#).map { String($0.0) }
        }
      // An open quote holds a word together; so do those of the shell below.
      if example.line.contains("'") { words = ["understudy", "scenario", "'logged"] }
      let quoted = words.map { "$'\($0.replacing("'", with: "\\'"))'" }.joined(separator: " ")
      let (output, error) = try shell.run(
        ["--norc", "-c"],
        """
        source <(understudy completions bash)
        COMP_WORDS=(\(quoted)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        $(complete -p understudy | sed 's/.*-F \\([^ ]*\\).*/\\1/') "${COMP_WORDS[0]}"
        for word in "${COMPREPLY[@]}"; do eval "set -- $([[ $word == *\\\\* ]] && echo "$word" || printf %q "$word")"; echo "$1"; done
        """, environment: stage.environment)

      let found = Set(output.split(separator: "\n").map(String.init))
      // Of folders bash itself makes the slash.
      #expect(
        found == Set(example.words.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }),
        "\(example.line): \(error)")
    }
  }

  @Test func `quote what bash would part`() throws {
    let shell = try #require(try Shell("bash"))
    let stage = try Stage()

    let (output, _) = try shell.run(
      ["--norc", "-c"],
      """
      source <(understudy completions bash)
      COMP_WORDS=(understudy scenario f) COMP_CWORD=2; _understudy understudy
      printf '%s\\n' "${COMPREPLY[@]}"
      COMP_WORDS=(understudy scenario '"f') COMP_CWORD=2; _understudy understudy
      printf '%s\\n' "${COMPREPLY[@]}"
      """, environment: stage.environment)

    #expect(output == "fresh\\ install\nfresh install\n")
  }

  @Test func `are right in zsh`() throws {
    guard let shell = try Shell("zsh") else { return }
    let stage = try Stage()
    try Self.prepare(shell)

    for example in Self.examples where !example.line.contains(" no") {
      let words = example.line.split(separator: " ", omittingEmptySubsequences: false)
      let (output, error) = try shell.run(
        ["--no-rcs", "-c"],
        """
        compdef() { :; }
        compadd() { print -rl -- $values; }
        source <(understudy completions zsh)
        words=(\(words.map { "'\($0)'" }.joined(separator: " "))) CURRENT=$#words PREFIX=$words[-1]
        _understudy
        """, environment: stage.environment)

      #expect(
        Set(output.split(separator: "\n").map(String.init)) == example.words,
        "\(example.line): \(error)")
    }
  }

  /// zsh's own machinery finds the script among its functions, in a terminal.
  @Test func `are found by zsh`() throws {
    guard let shell = try Shell("zsh") else { return }
    let stage = try Stage()

    let (output, error) = try shell.run(
      ["--no-rcs", "-c"],
      """
      mkdir functions && understudy completions zsh > functions/_understudy
      zmodload zsh/zpty
      zpty shell zsh --no-rcs --interactive
      zpty -w shell "PROMPT=; fpath=($PWD/functions \\$fpath); autoload -Uz compinit; compinit -u -D"
      zpty -w shell "echo read\\y"
      zpty -r shell line '*ready*'
      zpty -n -w shell $'understudy help comple\\t\\n'
      zpty -r shell line '*usage: understudy completions*' && print -r -- found
      zpty -d shell
      """, environment: stage.environment)

    #expect(output == "found\n", "\(error)")
  }

  @Test func `are right in fish`() throws {
    guard let shell = try Shell("fish") else { return }
    let stage = try Stage()
    try Self.prepare(shell)

    let examples = Self.examples + [Example("understudy --log=t", ["--log=text"])]
    let lines = examples.map { "complete -C '\($0.line)'; echo ---" }
    let (output, error) = try shell.run(
      ["--no-config", "-c"],
      "understudy completions fish | source\n" + lines.joined(separator: "\n"),
      environment: stage.environment)

    let blocks = output.split(separator: "---\n", omittingEmptySubsequences: false)
    for (example, block) in zip(examples, blocks) {
      let words = block.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
      #expect(Set(words) == example.words, "\(example.line): \(error)")
    }
    #expect(blocks.count == examples.count + 1)
  }

  @Test func `say nothing where no daemon answers`() throws {
    let program = try Program([
      "complete", "--", "session", "end", "--url", "http://127.0.0.1:1", "",
    ])

    #expect(program.waitForExit() == 0)
    #expect(program.outputText().isEmpty && program.errorText().isEmpty)
  }
}
