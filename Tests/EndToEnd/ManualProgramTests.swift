import Foundation
import TestSupport
import Testing

@Suite("The manual of the program")
struct ManualProgramTests {
  @Test(arguments: [
    "mandoc -T lint -W warning", "groff -ww -man -T utf8 -z",
    "man --warnings -E UTF-8 -l -Tutf8 -Z",
  ])
  func `is sound roff`(_ command: String) throws {
    let shell = try #require(try Shell("bash"))

    let (output, error) = try shell.run(
      ["-c"],
      """
      command -v \(command.split(separator: " ")[0]) >/dev/null || exit 0
      understudy man > understudy.1 && \(command) understudy.1 >listing || echo failed
      case '\(command)' in mandoc*) cat listing ;; esac
      """)

    #expect(output.isEmpty && error.isEmpty, "\(output)\(error)")
  }

  @Test func `is installed with the program and its completions`() throws {
    let shell = try #require(try Shell("bash"))

    let (output, error) = try shell.run(
      ["-c"],
      """
      '\(Program.root.path)/.ci/install' '\(Program.binary.path)' "$PWD/stage" /usr
      cd stage && find . -type f | sort && usr/bin/understudy version
      cmp usr/share/man/man1/understudy.1 <(understudy man)
      """)

    #expect(
      output == """
        ./usr/bin/understudy
        ./usr/share/bash-completion/completions/understudy
        ./usr/share/fish/vendor_completions.d/understudy.fish
        ./usr/share/man/man1/understudy.1
        ./usr/share/zsh/site-functions/_understudy
        understudy 0.1.0

        """)
    #expect(error.isEmpty)
  }
}
