import Curl
import Understudy
import UnderstudyAPI

/// The admin API of a daemon, as commands call it.
struct DaemonConnection {
  /// Makes an HTTP call; tests give another.
  typealias Transport = @Sendable (CurlRequest) throws(CurlError) -> CurlResponse

  /// The base URL, without a slash at its end.
  let url: String
  /// Whether somebody named the URL, rather than taking the default.
  let isNamed: Bool
  private let token: String?
  private let program: String
  private let transport: Transport

  /// The daemon that `--url` and `--token` or their twins name.
  init(
    _ options: OptionValues, program: String, transport: @escaping Transport
  ) throws(CommandFailure) {
    let value = options.value(.url)
    var url = value?.text ?? Setting.url.defaultValue ?? ""
    if let value {
      guard let scheme = url.firstRange(of: "://"), scheme.upperBound < url.endIndex,
        ["http", "https"].contains(url[..<scheme.lowerBound].lowercased()),
        url.utf8.allSatisfy({ $0 > 32 && $0 < 127 }), !url.contains(where: { "?#".contains($0) })
      else { throw value.failure(mustBe: "a URL such as http://localhost:8080") }
    }
    while url.hasSuffix("/") { url.removeLast() }
    self.url = url
    self.program = program
    self.transport = transport
    isNamed = value != nil
    token = options.value(.token)?.text
  }

  /// Makes a call and gives back the JSON of its answer.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - path: the path, maybe with a query.
  ///   - body: the body; nil sends none.
  ///   - waiting: how long the daemon may take on purpose.
  /// - Returns: the document.
  /// - Throws: ``CommandFailure`` where nobody answers, or the daemon refuses.
  func call(
    _ method: String, _ path: String, _ body: JSON? = nil, waiting: Duration = .zero
  ) throws(CommandFailure) -> JSON {
    var request = CurlRequest(method, url + path)
    request.timeout += waiting
    if let token { request.headers.append(("Authorization", "Bearer \(token)")) }
    if let body {
      request.headers.append(("Content-Type", "application/json"))
      request.body = body.bytes()
    }
    let response: CurlResponse
    do throws(CurlError) {
      response = try transport(request)
    } catch {
      throw failure(error)
    }
    let json = try? JSON(parsing: response.body)
    guard (200...299).contains(response.status) else { throw refusal(response.status, json) }
    guard let json else { throw stranger("no JSON") }
    return json
  }

  /// Somebody answers there, but not as a daemon of ours does.
  func stranger(_ what: String) -> CommandFailure {
    CommandFailure(
      .unavailable, "What answers at \(url) is not Understudy: it sent \(what).",
      hint: "name the daemon with --url")
  }

  private func failure(_ error: CurlError) -> CommandFailure {
    switch error {
    case .couldNotConnect:
      CommandFailure(
        .unavailable, "No daemon answers at \(url).",
        hint: "start one with '\(program) serve', or name another with --url")
    case .timedOut:
      CommandFailure(.unavailable, "The daemon at \(url) does not answer in time.")
    case .notInstalled:
      CommandFailure(
        .unavailable, "This command needs libcurl, which is not installed.",
        hint: "apt-get install libcurl4")
    case .unsendable, .other:
      CommandFailure(.unavailable, "The call to \(url) failed. \(error)")
    }
  }

  private func refusal(_ status: Int, _ json: JSON?) -> CommandFailure {
    // Not by `Problem`: a newer daemon may have codes that this version does not know.
    guard let detail = json?["detail"]?.stringValue, json?["code"]?.stringValue != nil else {
      return stranger("status \(status)")
    }
    let isServing = status < 500
    let known = json?["known"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let hint =
      if status == 401 {
        "give its token with --token or \(Setting.token.environment ?? "")"
      } else {
        known.isEmpty ? nil : "known are \(known.joined(separator: ", "))"
      }
    return CommandFailure(isServing ? .usage : .unavailable, detail, hint: hint)
  }
}
