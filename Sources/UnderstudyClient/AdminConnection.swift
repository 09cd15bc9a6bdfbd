import Foundation
public import Understudy
import UnderstudyAPI

/// By which the calls of a ``MockControl`` are made, and for whom.
public struct AdminConnection: Sendable {
  /// The base URL of the daemon, without a slash at its end.
  public let url: String
  /// The session that the calls are about; nil is the base.
  public let session: String?
  let transport: any Transport
  private let token: String?

  /// How long a daemon may be silent that is not asked to wait.
  private static let patience: Duration = .seconds(60)

  init(url: String, token: String?, session: String? = nil, transport: any Transport) {
    var url = url[...]
    while url.hasSuffix("/") { url.removeLast() }
    self.url = String(url)
    self.token = token
    self.session = session
    self.transport = transport
  }

  /// The same daemon, asked for a session.
  func about(session: String?) -> AdminConnection {
    AdminConnection(url: url, token: token, session: session, transport: transport)
  }

  /// Makes a call that has no method of its own yet.
  ///
  /// ```swift
  /// let streams = try await session.connection.call("GET", "/__admin/streams")
  /// ```
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - path: the path of the admin API, percent-encoded.
  ///   - query: pairs of the query.
  ///   - body: the document that is sent; nil sends none.
  ///   - waiting: how long the daemon is asked to wait.
  /// - Returns: the document of the answer; null where it has none.
  /// - Throws: ``MockError``; `CancellationError`.
  @discardableResult
  public func call(
    _ method: String, _ path: String, query: [(name: String, value: String)] = [],
    _ body: JSON? = nil, waiting: Duration = .zero
  ) async throws -> JSON {
    let request = try request(method, path, query, body, waiting)
    var answer = try await self.answer(to: request)
    // The connection was still with a daemon that another build has replaced.
    if Self.isHandedOver(answer.status, answer.body) { answer = try await self.answer(to: request) }
    if answer.status == 204 { return .null }
    let json = try? JSON(parsing: answer.body)
    guard (200...299).contains(answer.status) else {
      throw await refusal(answer.status, json, path)
    }
    guard let json else { throw MockError.stranger(url: url, answer: "no JSON") }
    return json
  }

  /// Makes a call whose answer stays open.
  func stream(_ path: String, headers: [String: String] = [:]) async throws -> TransportStream {
    var request = try request("GET", path, [], nil, .zero)
    request.headers.merge(headers) { $1 }
    var (stream, body) = try await opened(request)
    if Self.isHandedOver(stream.status, body) { (stream, body) = try await opened(request) }
    guard stream.status != 200 else { return stream }
    throw await refusal(stream.status, try? JSON(parsing: body), path)
  }

  private func answer(to request: TransportRequest) async throws -> TransportAnswer {
    do {
      return try await transport.answer(to: request)
    } catch let error as TransportError {
      throw MockError(error, url: url)
    }
  }

  /// A stream; where the daemon refuses it, with the whole body of the refusal.
  private func opened(_ request: TransportRequest) async throws -> (TransportStream, [UInt8]) {
    do {
      let stream = try await transport.stream(request)
      var body: [UInt8] = []
      if stream.status != 200 { for try await piece in stream.pieces { body += piece } }
      return (stream, body)
    } catch let error as TransportError {
      throw MockError(error, url: url)
    }
  }

  /// Whether an answer is of a daemon that another build has replaced: on a new connection that one hears
  /// the call.
  private static func isHandedOver(_ status: Int, _ body: [UInt8]) -> Bool {
    status == 503
      && (try? JSON(parsing: body))?["code"]?.stringValue == ProblemCode.handedOver.rawValue
  }

  /// What a document says, as it should be read.
  ///
  /// - Throws: ``MockError`` where it says no such thing.
  func read<Value>(_ json: JSON, _ read: (JSON) -> Value?) async throws -> Value {
    guard let value = read(json) else {
      throw await otherVersion() ?? .stranger(url: url, answer: "other JSON")
    }
    return value
  }

  /// What a document lists under a name.
  ///
  /// - Throws: ``MockError`` where it lists no such things.
  func list<Element>(
    _ name: String, in json: JSON, _ read: (JSON) -> Element?
  ) async throws -> [Element] {
    try await self.read(json) { json in
      guard let forms = json[name]?.arrayValue else { return nil }
      let elements = forms.compactMap(read)
      return elements.count == forms.count ? elements : nil
    }
  }

  private func request(
    _ method: String, _ path: String, _ query: [(name: String, value: String)], _ body: JSON?,
    _ waiting: Duration
  ) throws -> TransportRequest {
    var pairs = query
    if let session, !path.hasPrefix(AdminPath.sessions), path != AdminPath.health {
      pairs.append(("session", session))
    }
    let text = pairs.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
      .joined(separator: "&")
    guard let url = URL(string: url + path + (text.isEmpty ? "" : "?\(text)")),
      ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false,
      !self.url.contains(where: { "?#".contains($0) })
    else { throw MockError.invalidURL(self.url) }
    var request = TransportRequest(method, url, silence: Self.patience + waiting)
    if let token { request.headers["Authorization"] = "Bearer \(token)" }
    if let body {
      request.headers["Content-Type"] = "application/json"
      request.body = body.bytes()
    }
    return request
  }

  private func refusal(_ status: Int, _ json: JSON?, _ path: String) async -> any Error {
    // Not by `Problem`: a newer daemon may have codes that this version does not know.
    guard let json, let code = json["code"]?.stringValue, let detail = json["detail"]?.stringValue
    else { return MockError.stranger(url: url, answer: "status \(status)") }
    let refusal = MockError.Refusal(
      status: status, code: code, detail: detail,
      known: (json["known"]?.arrayValue ?? []).compactMap(\.stringValue))
    if refusal.isCode(.verificationFailed) { return RefusedVerification(json) }
    // A call, or a field of one, that the other does not have.
    let isForeign = [ProblemCode.notFound, .methodNotAllowed, .unknownField].contains {
      refusal.isCode($0)
    }
    if isForeign, path != AdminPath.health, let error = await otherVersion() { return error }
    return MockError.refused(refusal)
  }

  /// The error where the daemon is of another version; nil where that is not why.
  private func otherVersion() async -> MockError? {
    guard let json = try? await call("GET", AdminPath.health),
      let version = json["version"]?.stringValue, version != Version.current
    else { return nil }
    return .otherVersion(url: url, daemon: version)
  }
}

/// A verification that failed, as the daemon tells it.
struct RefusedVerification: Error {
  let json: JSON

  init(_ json: JSON) {
    self.json = json
  }
}

extension MockError {
  /// Why a transport has no answer.
  init(_ error: TransportError, url: String) {
    self =
      switch error {
      case .noListener: .noDaemon(url: url)
      case .timedOut: .timedOut(url: url)
      case .other(let reason): .broken(url: url, reason: reason)
      }
  }
}
