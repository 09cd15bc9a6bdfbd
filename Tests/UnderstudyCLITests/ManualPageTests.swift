import Testing
import UnderstudyAPI

@testable import UnderstudyCLI

@Suite("The manual page")
struct ManualPageTests {
  private let lines: [Substring]

  init() {
    let stage = Stage()
    #expect(stage.run("man") == 0)
    lines = stage.output.split(separator: "\n")
  }

  private static func roff(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
      .replacing("~", with: "\\(ti").replacing("^", with: "\\(ha").replacing("`", with: "\\(ga")
  }

  @Test func `begins with its title and what the program is`() {
    #expect(
      lines.prefix(3) == [
        #".TH "UNDERSTUDY" 1 \#(Version.date) "Understudy \#(Version.current)" "User Commands""#,
        ".SH NAME", #"understudy \- a local HTTP mock daemon"#,
      ])
  }

  @Test(arguments: Command.allCases)
  func `explains every command and every option`(_ command: Command) {
    let heading = Self.roff("understudy \(command.rawValue)\(command.operands)")

    #expect(lines.contains { $0.hasPrefix(".SS \"\(heading)") })
    for setting in command.options {
      #expect(lines.contains("\\fB\(Self.roff(setting.usage))\\fR"))
    }
    for note in command.notes { #expect(lines.contains { $0.hasSuffix(Self.roff(note)) }) }
  }

  @Test func `names variables of the environment with their options, and exit statuses`() {
    #expect(lines.contains(#"\fBUNDERSTUDY_ADMIN_TOKEN\fR"#))
    #expect(lines.contains(#"\-\-admin\-token, \-\-token"#))
    for status in ExitStatus.allCases { #expect(lines.contains("\\fB\(status.rawValue)\\fR")) }
  }

  @Test func `has no line that roff would take for a request of its own`() {
    let requests = [".TH", ".SH", ".SS", ".TP", ".br", ".B"]

    for line in lines where line.first == "." || line.first == "'" {
      #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
  }
}
