import Foundation
import Understudy

/// docs/faults.md, as what clients have made of the faults makes it.
enum FaultPage {
  static let url = Program.root.appendingPathComponent("docs/faults.md")

  /// What clients have made of one fault.
  struct Row {
    var example: FaultExample
    var curl: String
    var urlSession: String
  }

  /// The version of a curl, `7.88.1`.
  static func version(of curl: String) throws -> String {
    let words = try ClientProgram.run(curl, ["--version"]).output.split(separator: " ")
    return words.count > 1 ? String(words[1]) : ""
  }

  static func text(_ rows: [Row], curlVersion: String) -> String {
    var text = opening
    text += "\n| fault | what is sent | as JSON |\n| --- | --- | --- |\n"
    for row in rows {
      let json = row.example.outcome.json?.text ?? ""
      text += "| `\(row.example.code)` | \(row.example.sent) | `\(json)` |\n"
    }
    text += rules
    text +=
      "\n| fault | curl \(curlVersion) | URLSession, Linux | Chromium 156 | Apple's platforms |\n"
    text += "| --- | --- | --- | --- | --- |\n"
    for row in rows {
      text +=
        "| `\(row.example.code)` | \(row.curl) | \(row.urlSession) | \(row.example.chromium) |  |\n"
    }
    return text + ending
  }

  /// The cells of the second table on the page, by fault.
  static func measuredCells() throws -> [String: [String]] {
    var cells: [String: [String]] = [:]
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 7, parts[1].hasPrefix("`") else { continue }
      cells[String(parts[1].dropFirst().dropLast())] = Array(parts[2...5])
    }
    return cells
  }

  private static let opening = """
    # Faults

    A mock has to fail the way networks and broken servers do. A fault is an outcome like any other: of a
    variant, a step of a sequence, a draw, an answer to a rule, what a held request is released with, for one
    session or for all, with a delay or without.

    ```swift
    Route("feed.list", .get, "/feed", default: .fixture("feed/list.json"))
      .variant("stuck", .fault(.stalledBody(after: 100)))
      .variant("flaky", .sequence(.fault(.reset), .fault(.truncatedBody()), .default))
      .variant("cut", .fault(.truncatedBody(chunked: true)).status(206).delayed(.seconds(1)))
    ```

    """

  private static let rules = """

    - Faults with a body break the answer of the route's default, whatever makes it: a fixture, a closure, a
      step of a sequence, which is taken. `.status` and `.header` around the fault replace those of the
      default; `ETag` and `Last-Modified` are left out.
    - `after:` says how many bytes of the body come first (`.truncatedBody(after: 100)`, `"after": 100`); half
      of them where it is left out, and all but the last where the body is not that long.
    - A default without a body has `{}` for one, and 200 in place of 204, 205 or 304. Where the default is
      held, so is the request; where it is a fault that sends no answer, that happens; an answer that says
      that a file is missing stays whole.
    - A status or a header around `reset` or `emptyReply`, a status without a body around one that breaks a
      body, and a fault with a body in the default itself are problems at start, or a 422.
    - HEAD gets the head of it, and then the end of its connection. Only `stalledBody`, `wrongEncoding` and
      `redirectLoop` leave it as it was.
    - Requests that were pipelined before it have their answers; those behind it have none.
    - A stalled answer costs no thread. A reset of what is held drops it, as does the end of its session;
      `--max-hold` is for what is held, and leaves it. A client that hangs up is noticed at once: `cancelled`.
    - `redirectLoop` is 302, and 307 where a 302 would turn the method into GET; a session's path prefix stays.
      `.status(308)` makes it another redirect.
    - A client of HTTP/1.0 knows no chunks: there `truncatedBody(chunked: true)` looks like a whole answer.
    - The last three happen while the body of a request comes, here one of 2000 bytes by POST: see
      [Uploads](pace.md#uploads). They are modifiers of any outcome.
    - The journal says how it ended: `reset`, `closed`, `cancelled`; it has the status, which is `null` where no
      status line was sent, and of the body what was sent.

    ## What clients make of it

    The route's default is `{"name":"Ada"}`. curl is called with `--location --compressed --max-time 5`,
    URLSession with `timeoutIntervalForRequest` of 5 seconds; their columns are made by a test
    (`UPDATE_DOCS=1 swift test --filter FaultPageTests`). Chromium's were measured with `fetch` from a page; a
    script sees `TypeError: Failed to fetch` for all of them, before the response or while it reads the body.
    On Apple's own platforms nobody has measured yet.

    """

  private static let ending = """

    curl without `--compressed` takes `wrongEncoding` for what it is: exit status 0, and the plain body.

    A GET whose *reused* connection is reset before a byte of its answer is sent again by most clients,
    silently: the journal then has two requests. Such a `reset` takes no step of a sequence and no draw of a
    weighted outcome. All other faults do.

    On Linux, URLSession (swift-corelibs-foundation) waits for its time-out, -1001, where the reused
    connection of a POST with a body ends before a byte of the answer, by `reset` or `emptyReply`. It follows
    a 307 or 308 with a POST that has lost its body.

    ## What no server can produce

    Some errors never reach a server, so that no mock can make them. What comes nearest:

    | error | when it happens | the nearest thing |
    | --- | --- | --- |
    | -1003 cannotFindHost, DNS errors | before a connection | a base URL with a name under `.invalid` (RFC 6761) |
    | -1004 cannotConnectToHost | nobody listens | a session's [port](sessions.md) while its choice for all is `offline`; a stopped daemon |
    | -1009 notConnectedToInternet, airplane mode | the system knows of no network | `offline`, which is -1005; the app's own handling of -1009 needs a unit test |
    | -1020 dataNotAllowed, -1018 internationalRoamingOff | the system forbids it | as for -1009 |
    | -999 cancelled | the app cancels | `timeout` or `stalledBody`, so that there is something to cancel |
    | -1022 appTransportSecurityRequiresSecureConnection | the system forbids plain HTTP | none: it is the app's `Info.plist` |

    """
}
