import Curl
import Platform
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
  /// The id or name of the session that it speaks for; nil is the base.
  var session: String?
  /// How long a call may take that does not wait on purpose.
  var patience: Duration = .seconds(10)
  private let token: String?
  /// The file of the authorities that are trusted; nil for those of the system.
  private let authorities: String?
  /// Further daemons that may be meant where nobody answers.
  private let others: [String]
  private let program: String
  private let transport: Transport

  /// The daemon, and the session, that `--url`, `--token` and `--session` or their twins name.
  ///
  /// - Parameters:
  ///   - options: the options.
  ///   - program: what the program is called in messages.
  ///   - speaksForSession: whether a session that is named matters.
  ///   - ownAuthority: the file of this user's development CA, which daemons of this machine may
  ///     have; nil where there is none.
  ///   - known: the daemons of this user in the background, one of which is meant where no URL is
  ///     named and the default leads to none.
  ///   - transport: makes the calls.
  /// - Throws: ``CommandFailure`` where a value is not what it should be.
  init(
    _ options: OptionValues, program: String, speaksForSession: Bool,
    ownAuthority: String?, known: [KnownDaemon] = [], transport: @escaping Transport
  ) throws(CommandFailure) {
    let value = options.value(.url)
    var url = value?.text ?? Setting.url.defaultValue ?? ""
    if let value {
      guard let scheme = url.firstRange(of: "://"), scheme.upperBound < url.endIndex,
        ["http", "https"].contains(url[..<scheme.lowerBound].lowercased()),
        url.utf8.allSatisfy({ $0 > 32 && $0 < 127 }), !url.contains(where: { "?#".contains($0) })
      else { throw value.failure(mustBe: "a URL such as http://localhost:8080") }
    }
    let meant =
      value == nil
      ? KnownDaemon.meant(among: known, standardPort: options.standardPort, transport) : nil
    if let meant { url = meant.adminURL }
    others = value == nil && meant == nil ? known.map(\.adminURL) : []
    while url.hasSuffix("/") { url.removeLast() }
    self.url = url
    self.program = program
    self.transport = transport
    isNamed = value != nil
    token = options.value(.token)?.text ?? meant?.token
    let named = try options.filled(.cacert)
    if let named, Files.permissions(of: named.text) == nil {
      throw CommandFailure(
        named.status, "\(named.origin) is '\(named.text)', and there is no such file.",
        hint: "name the certificate of who has signed the daemon's")
    }
    authorities = named?.text ?? (CurlRequest("GET", url).isLoopback ? ownAuthority : nil)
    let session = speaksForSession ? try options.filled(.session) : nil
    if let session, session.text.isEmpty {
      throw session.failure(mustBe: "the id or the name of a session")
    }
    self.session = session?.text
  }

  /// Makes a call and gives back the JSON of its answer.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - path: the path, maybe with a query.
  ///   - body: the body; nil sends none.
  ///   - waiting: how long the daemon may take on purpose.
  /// - Returns: the document; null where the answer has none on purpose.
  /// - Throws: ``CommandFailure`` where nobody answers, or the daemon refuses.
  func call(
    _ method: String, _ path: String, _ body: JSON? = nil, waiting: Duration = .zero
  ) throws(CommandFailure) -> JSON {
    let (status, json) = try exchange(method, path, body, waiting: waiting)
    if status == 204 { return .null }
    guard (200...299).contains(status) else { throw refusal(status, json) }
    guard let json else { throw stranger("no JSON") }
    return json
  }

  /// Makes a call and gives back its answer, whatever its status.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - path: the path, maybe with a query.
  ///   - body: the body; nil sends none.
  ///   - waiting: how long the daemon may take on purpose.
  /// - Returns: the status, and the document; nil where the answer is no JSON.
  /// - Throws: ``CommandFailure`` where nobody answers.
  func exchange(
    _ method: String, _ path: String, _ body: JSON? = nil, waiting: Duration = .zero
  ) throws(CommandFailure) -> (status: Int, json: JSON?) {
    var target = url + path
    if let session {
      target += (path.contains("?") ? "&" : "?") + "session=\(session.percentEncoded)"
    }
    var request = CurlRequest(method, target)
    request.timeout = patience + waiting
    request.authorities = authorities
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
    return (response.status, try? JSON(parsing: response.body))
  }

  /// What an answer lists under a name.
  ///
  /// - Parameters:
  ///   - name: the field of the array.
  ///   - answer: the answer.
  ///   - read: reads an element.
  /// - Returns: the elements.
  /// - Throws: ``CommandFailure`` where it lists no such thing.
  func list<Element>(
    _ name: String, in answer: JSON, _ read: (JSON) -> Element?
  ) throws(CommandFailure) -> [Element] {
    guard let forms = answer[name]?.arrayValue else { throw stranger("other JSON") }
    let elements = forms.compactMap(read)
    guard elements.count == forms.count else { throw stranger("other JSON") }
    return elements
  }

  /// Somebody answers there, but not as a daemon of ours does.
  func stranger(_ what: String) -> CommandFailure {
    CommandFailure(
      .unavailable, "What answers at \(url) is not Understudy: it sent \(what).",
      hint: "name the daemon with --url")
  }

  private func failure(_ error: CurlError) -> CommandFailure {
    var failure = words(error)
    switch error {
    case .couldNotConnect, .timedOut, .other: failure.isPassing = true
    case .notInstalled, .notTrusted, .unsendable: break
    }
    return failure
  }

  private func words(_ error: CurlError) -> CommandFailure {
    switch error {
    case .couldNotConnect:
      CommandFailure(
        .unavailable, "No daemon answers at \(url).",
        hint: others.isEmpty
          ? "start one with '\(program) serve', or name another with --url"
          : "name one with --url: \(others.joined(separator: ", "))")
    case .timedOut:
      CommandFailure(.unavailable, "The daemon at \(url) does not answer in time.")
    case .notInstalled:
      CommandFailure(
        .unavailable, "This command needs libcurl, which is not installed.",
        hint: "apt-get install libcurl4")
    case .notTrusted:
      CommandFailure(
        .unavailable, "The call to \(url) failed. \(error)",
        hint: "name the certificate of who has signed the daemon's with \(Setting.cacert.usage)")
    case .unsendable, .other:
      CommandFailure(.unavailable, "The call to \(url) failed. \(error)")
    }
  }

  /// Why the daemon has not done what it was asked for.
  func refusal(_ status: Int, _ json: JSON?) -> CommandFailure {
    // Not by `Problem`: a newer daemon may have codes that this version does not know.
    guard let detail = json?["detail"]?.stringValue, let code = json?["code"]?.stringValue else {
      return stranger("status \(status)")
    }
    let exit: ExitStatus =
      switch status {
      // What is released might have been held a moment ago: the question was in order.
      case _ where code == ProblemCode.notHeld.rawValue: .failed
      case _ where ProblemCode.unverified.contains { $0.rawValue == code }: .failed
      case 429: .temporaryFailure
      case 500...: .unavailable
      default: .usage
      }
    let known = json?["known"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let hint =
      if status == 401 {
        "give its token with --token or \(Setting.token.environment ?? "")"
      } else {
        known.isEmpty ? nil : "known are \(known.joined(separator: ", "))"
      }
    var failure = CommandFailure(exit, detail, hint: hint)
    // On a new connection the one that has taken over hears it.
    failure.isPassing = code == ProblemCode.handedOver.rawValue
    return failure
  }
}

extension ProblemCode {
  /// What a verification says where it is not so, or where nobody can tell.
  fileprivate static let unverified: [ProblemCode] = [.verificationFailed, .journalIncomplete]
}
