import GnuTLS
import Platform
import TestSupport
import Understudy
import UnderstudyServer

/// A daemon whose only route meets its clients with a fault.
final class FaultStage {
  let server: MockServer
  /// Whether clients come to it by HTTPS.
  let isSecure: Bool
  var url: String { base + "/x" }

  private var base: String {
    isSecure ? "https://localhost:\(server.tlsPort ?? 0)" : "http://127.0.0.1:\(server.port)"
  }

  init(
    _ outcome: Outcome, tls: Bool = false, configure: (inout MockServer.Settings) -> Void = { _ in }
  ) throws {
    var settings = MockServer.Settings()
    settings.port = 0
    settings.log = .off
    if tls {
      let files = try TestCertificate.localhost.read()
      settings.tlsPort = 0
      settings.identities = GivenIdentity(
        try Identity(certificatePEM: files.certificatePEM, keyPEM: files.keyPEM))
    }
    isSecure = tls
    configure(&settings)
    server = try MockServer(
      catalog: Catalog(
        RouteGroup("x", path: "/x") {
          Route("x.get", .get, default: .json(["name": "Ada"])).variant("fault", outcome)
          Route("x.post", .post, default: .json(["name": "Ada"]).status(201))
            .variant("fault", outcome)
        }), settings: settings)
    if let port = server.tlsPort { TLSPorts.add(port) }
    let reply = try RawClient(port: server.port).get(
      "/__admin/variant", method: "PUT", body: #"{"variant":"fault"}"#)
    guard reply.status == 200 else { throw RawClient.Failure(description: reply.text) }
  }

  deinit {
    if let port = server.tlsPort { TLSPorts.remove(port) }
    server.stop()
  }

  /// What curl makes of it: the exit status and its message; nil where there is no curl.
  ///
  /// - Parameter bodyLength: how long the body is that it sends; 0 sends a GET.
  /// - Returns: what it makes of it.
  /// - Throws: what keeps it from being run.
  func curl(bodyLength: Int = 0) throws -> String? {
    guard let curl = ClientProgram.curl else { return nil }
    let isUpload = bodyLength > 0
    let data =
      isUpload
      ? [
        "--data", String(repeating: "x", count: bodyLength), "--output", "/dev/null",
        "--write-out", "%{http_code}",
      ] : []
    let result = try ClientProgram.run(
      curl,
      ["--silent", "--show-error", "--location", "--compressed", "--max-time", "5"] + data
        + (isSecure ? ["--cacert", TestCertificate.localhost.chain] : []) + [url])
    guard let status = result.status else { return "ended by a signal" }
    // "curl: (56) Recv failure", without what is known; times differ by some milliseconds.
    let message = result.errors.replacing("curl: (\(status)) ", with: "")
      .replacing(/after [0-9]+ milliseconds/, with: "after 5 seconds")
    if status == 0 { return isUpload ? "0, status \(result.output)" : "0" }
    return "\(status) \(message)"
  }

  /// What URLSession makes of an example.
  func urlSession(of example: FaultExample) throws -> String {
    example.bodyLength == 0
      ? try urlSession()
      : try urlSession("POST", body: String(repeating: "x", count: example.bodyLength))
  }

  /// What URLSession makes of it: an error's code and name, or a status.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - body: the body.
  ///   - isReused: whether it has had an answer on the same connection before.
  /// - Returns: what it makes of it.
  /// - Throws: what keeps the probe from being run.
  func urlSession(
    _ method: String = "GET", body: String = "", isReused: Bool = false
  ) throws -> String {
    let before = isReused ? ["GET", base + "/__admin/health", ""] : []
    let result = try ClientProgram.probe(
      before + [method, url, body],
      trusting: isSecure ? TestCertificate.localhost.chain : nil)
    guard result.status == 0 else { return "ends the process" }
    return Self.named(result.output)
  }

  /// What the probe has printed, with the name of an error's code.
  static func named(_ output: String) -> String {
    names[output].map { "\(output) \($0)" } ?? output
  }

  /// The names of the codes in `URLError.Code`.
  private static let names = [
    "-1": "unknown", "-1001": "timedOut", "-1002": "unsupportedURL", "-1004": "cannotConnectToHost",
    "-1005": "networkConnectionLost", "-1007": "httpTooManyRedirects",
    "-1011": "badServerResponse", "-1200": "secureConnectionFailed",
    "-1202": "serverCertificateUntrusted",
  ]
}
