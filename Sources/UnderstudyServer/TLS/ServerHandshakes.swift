import GnuTLS
import MicroHTTPD
import Understudy
import UnderstudyEngine

/// Decides what clients meet that speak TLS: by the port that they came to, or by the name that they
/// ask for, whatever its session or the base has chosen.
final class ServerHandshakes: HandshakeHandler {
  private let source: any IdentitySource
  private let clients: ClientTrust?
  private let sessions: Sessions
  private let ports: SessionPorts
  private let names: TLSNames
  private let log: RequestLog

  init(
    _ source: any IdentitySource, clients: ClientTrust?, _ sessions: Sessions,
    _ ports: SessionPorts, _ names: TLSNames, log: RequestLog
  ) {
    self.source = source
    self.clients = clients
    self.sessions = sessions
    self.ports = ports
    self.names = names
    self.log = log
  }

  func answer(_ hello: ClientHello, by port: SidePort?) -> HandshakeAnswer {
    let profile = world(hello.serverName, port).current.tls
    switch profile {
    case .handshakeReset: return .reset
    case .handshakeStall: return .silence
    default: break
    }
    do throws(IdentityProblem) {
      let name = hello.serverName.map { String(decoding: $0, as: UTF8.self) }
      return .identity(
        try source.identity(profile, for: name), profile?.versions ?? .both, clients: clients)
    } catch {
      log.add(warning: error.message)
      return .unknownName
    }
  }

  func failed(_ failure: HandshakeFailure, for name: [UInt8]?, by port: SidePort?) {
    let place = port.map { "port \($0.port)" } ?? "the port for HTTPS"
    let target = name.map { " for '\(ShownText.whole($0[...]))'" } ?? ""
    let words =
      failure == .plainText
      ? "HTTP without TLS came to \(place): \(failure.words)."
      : "A handshake\(target) at \(place) failed: \(failure.words)."
    log.add(warning: words)
  }

  /// Whose choice counts for a connection.
  private func world(_ name: [UInt8]?, _ port: SidePort?) -> World {
    if let port { return ports.session(of: port)?.world ?? sessions.base }
    guard let name else { return sessions.base }
    let session =
      names.session(of: name)
      ?? SessionFinder.name(in: name[...]).flatMap {
        sessions.find($0[...])
      }
    return session?.world ?? sessions.base
  }
}

extension HandshakeFailure {
  /// Why, as the end of a sentence.
  var words: String {
    switch self {
    case .unreadable: "what the client said cannot be read"
    case .noVersion: "the client speaks none of the versions of TLS that are spoken here"
    case .noProtocol: "the client speaks no HTTP/1.1 (ALPN)"
    case .noCipher:
      "the client has none of the ciphers, groups and signatures that go with the certificate"
    case .noIdentity: "there is no certificate for it"
    case .noClientCertificate: "the client has no certificate (--require-client-cert)"
    case .foreignClientCertificate:
      "the client's certificate is signed by nobody who is known here (--require-client-cert)"
    case .untimelyClientCertificate: "the client's certificate has ended, or not begun"
    case .badClientCertificate: "the client's certificate cannot be taken"
    case .brokenOff: "the client broke it off, as one does that refuses the certificate"
    case .tooLong: "the client did not go on in time (--read-timeout)"
    case .failedHere: "it cannot go on here, by what the client sent or by a fault of this side"
    case .plainText: "begin the URL with 'https://'"
    }
  }
}
