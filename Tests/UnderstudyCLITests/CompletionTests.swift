import Curl
import Testing
import Understudy
import UnderstudyAPI

@testable import UnderstudyCLI

@Suite("A completion")
struct CompletionTests {
  /// A daemon that has a session, two scenarios, a held request and two routes.
  private static func stage() -> Stage {
    Stage { request in
      let path = request.url.drop { $0 != "_" }.prefix { $0 != "?" }
      let answer: JSON
      switch "/\(path)" {
      case AdminPath.routes:
        let variants: JSON = [
          ["name": "default", "summary": "200"], ["name": "empty", "summary": "200 []"],
        ]
        answer = [
          "routes": [
            [
              "id": "users.list", "group": "users", "method": "GET", "path": "/users",
              "query": [:], "variants": variants, "active": "default", "source": "default",
              "hits": 0,
            ],
            [
              "id": "items.list", "group": "items", "method": "GET", "path": "/items",
              "query": [:], "variants": [["name": "soldOut", "summary": "410"]],
              "active": "default", "source": "default", "hits": 0,
            ],
          ]
        ]
      case AdminPath.scenarios:
        answer = [
          "scenarios": [
            ScenarioDescription(
              name: "logged out", base: nil, isActive: true, choices: [:], routes: []
            ).json,
            ScenarioDescription(
              name: "two\nlines", base: nil, isActive: false, choices: [:], routes: []
            ).json,
          ]
        ]
      default: answer = ["odd": true]
      }
      return CurlResponse(status: 200, body: answer.bytes())
    }
  }

  /// The words that may stand at the end of a line; a line that ends in a blank begins a word.
  private static func words(_ line: String, _ stage: Stage = stage()) -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    #expect(stage.run(["complete", "--"] + words) == 0)
    return stage.output.split(separator: "\n").map { line in
      line.first == "\t" ? String(line) : String(line.prefix { $0 != "\t" })
    }
  }

  @Test(arguments: [
    ("", Command.allCases.map(\.rawValue)), ("reques", ["requests"]),
    ("--tls-n", ["--tls-name"]),
    ("--log ", ["json", "text", "off"]), ("--log=j", ["--log=json"]),
    ("serve --adm", ["--admin-port", "--admin-token", "--admin-host", "--admin-origin"]),
    ("serve --port 1 --por", []), ("serve --admin-host a --admin-h", ["--admin-host"]),
    ("activate ", ["users.list", "items.list", "users.*", "items.*"]),
    ("activate u", ["users.list", "users.*"]), ("activate users.list ", ["default", "empty"]),
    ("activate items.* ", ["soldOut"]), ("activate --all ", ["default", "empty", "soldOut"]),
    ("activate users.list --until-route i", ["items.list"]), ("activate a b ", []),
    ("requests --route=u", ["--route=users.list"]), ("requests --ending f", ["failed"]),
    ("requests --method P", ["POST", "PUT", "PATCH"]),
    ("network l", ["lossy"]), ("session e", ["end"]), ("session new ", []),
    ("reset --only choices,n", ["choices,network"]),
    ("verify --order users.list,i", ["users.list,items.list"]),
    ("completions ", ["bash", "zsh", "fish"]), ("help ver", ["verify", "version"]),
    ("service u", ["uninstall"]), ("add r", ["route"]), ("add route users.x D", ["DELETE"]),
    ("cert --export d", ["der"]),
    ("serve --state ", ["\tfiles"]), ("serve --fixtures=", ["\tfolders"]),
    ("new Shop --path ", ["\tfolders"]), ("nothing ", []), ("activate --h", ["--help"]),
    ("man -", ["--help"]),
    ("scenario l", ["logged"]), ("routes -- -", []), ("--log=t", ["--log=text"]),
  ])
  func `finds what may stand there`(_ line: String, _ words: [String]) {
    #expect(Self.words(line).map { $0.split(separator: " ").first.map(String.init) ?? $0 } == words)
  }

  @Test func `says what a word means`() {
    let stage = Self.stage()

    _ = stage.run("complete", "--", "activate", "users.list", "e")
    _ = stage.run("complete", "--", "scenario", "logged")
    _ = stage.run("complete", "--", "stat")
    _ = stage.run("complete", "--", "routes", "--js")

    #expect(
      stage.output == """
        empty\t200 []
        logged out\tchosen now
        status\ttell which daemons serve
        --json\tprint JSON

        """)
  }

  @Test func `asks the daemon and for the session that the line names, and not for long`() {
    let stage = Self.stage()

    _ = stage.run("complete", "--", "activate", "--url", "http://mock:1", "--session=a", "")

    #expect(stage.requests.map(\.url) == ["http://mock:1/__admin/routes?session=a"])
    #expect(stage.requests.first?.timeout == .milliseconds(500))
  }

  @Test func `knows the routes of the program where no daemon answers`() {
    #expect(
      Self.words("activate ", Stage()) == ["users.list", "users.page", "users.*"])
    #expect(Self.words("activate users.page off", Stage()) == ["offline"])
  }

  @Test(arguments: ["session end ", "release ", "scenario ", "activate --url mock users.list x"])
  func `is silent where there is nothing to know`(_ line: String) {
    let stage = Stage()

    #expect(Self.words(line, stage).isEmpty)
    #expect(stage.error.isEmpty)
  }

  @Test func `makes something of every place of every command`() {
    for command in Command.allCases {
      for setting in command.options where setting.argument != .none {
        let stage = Self.stage()
        #expect(stage.run("complete", "--", command.rawValue, setting.flag, "") == 0)
        #expect(stage.error.isEmpty)
      }
      for count in 0...command.operandCount.upperBound {
        let operands = Array(repeating: "x", count: count) + [""]
        #expect(Self.stage().run(["complete", "--", command.rawValue] + operands) == 0)
      }
    }
  }

  @Test func `has a script for each shell, and says which`() {
    let stage = Stage()

    for name in ["bash", "zsh", "fish"] { #expect(stage.run("completions", name) == 0) }
    #expect(stage.run("completions", "zhs") == 64)
    #expect(stage.run("completions") == 64)

    #expect(stage.output.contains("complete -F _understudy understudy\n"))
    #expect(stage.output.contains("#compdef understudy\n"))
    #expect(stage.output.contains("complete -c understudy -f"))
    #expect(
      stage.error == """
        error: There are completions for 'bash', 'zsh' and 'fish', not for 'zhs'. Did you mean 'zsh'?
        error: 'completions' needs the name of a shell.
          hint    usage: understudy completions bash|zsh|fish

        """)
  }

  @Test func `is called like the program`() {
    let script = CompletionScript(program: "my-shop").text(for: .bash)

    #expect(script.contains("\n_my_shop() {\n"))
    #expect(script.hasSuffix("complete -F _my_shop my-shop\n"))
  }
}
