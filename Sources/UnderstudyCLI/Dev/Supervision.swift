import Platform
import Synchronization
import Understudy
import UnderstudyServer

/// A daemon's side of being started by `understudy dev`.
final class Supervision: Sendable {
  /// Whether another daemon serves, whose place it takes.
  let succeeds: Bool
  private let channel: MessageChannel
  private let sockets: (plain: [Int32], secure: [Int32], admin: [Int32])
  /// What the first daemon has made for admin calls, which all others keep; nil where it made none.
  private let token: String?
  private let retired = Atomic(false)

  /// The variable that names the descriptor by which the two talk.
  static let variable = "UNDERSTUDY_SUPERVISOR"

  /// Nil where nobody supervises this process; before any thread starts.
  init?(_ environment: (String) -> String?) {
    guard let number = environment(Self.variable).flatMap({ Int32($0) }) else { return nil }
    Machine.forgetEnvironment(Self.variable)
    channel = MessageChannel(descriptor: number)
    guard let message = channel.receive().flatMap(SupervisorMessage.init), message.word == .begin
    else { return nil }
    succeeds = message.content["succeeds"]?.boolValue == true
    let counts = ["plain", "secure", "admin"].map { message.content[$0]?.intValue ?? 0 }
    var rest = message.descriptors[...]
    let parts = counts.map { count in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    sockets = (parts[0], parts[1], parts[2])
    token = message.content["token"]?.stringValue
  }

  /// Whether another daemon has taken its place.
  var hasRetired: Bool { retired.load(ordering: .acquiring) }

  /// Has a daemon begin with what the supervisor and the daemon before it leave.
  func prepare(_ settings: inout MockServer.Settings) {
    settings.handsOver = true
    settings.adminToken = settings.adminToken ?? token
    var inheritance = Inheritance()
    (inheritance.sockets, inheritance.secureSockets, inheritance.adminSockets) = sockets
    if succeeds { inheritance.legacy = { [self] in receiveLegacy() } }
    settings.inheritance = inheritance
  }

  /// Tells that it cannot serve, and why.
  func refuse(_ text: String) { SupervisorMessage(.refused, .string(text)).send(by: channel) }

  /// Tells that it serves, and does from now on what the supervisor says.
  ///
  /// - Throws: ``SystemError`` where there is no thread left for it.
  func begin(_ server: MockServer) throws(SystemError) {
    server.whenSessionEnds { [channel] id in
      SupervisorMessage(.ended, .string(id)).send(by: channel)
    }
    _ = try WorkerThread { [self] in obey(server) }
    let (plain, secure, admin) = server.sockets
    SupervisorMessage(
      .ready,
      [
        "url": .string(server.url), "plain": .int(plain.count), "secure": .int(secure.count),
        "admin": .int(admin.count), "token": server.adminToken.map { .string($0) } ?? .null,
        "notices": .array(server.notices.map { .string($0) }),
      ], plain + secure + admin
    ).send(by: channel)
  }

  private func receiveLegacy() -> Legacy? {
    SupervisorMessage(.prepared).send(by: channel)
    var base: JSON?
    var sessions: [Legacy.Session] = []
    while let message = channel.receive() {
      guard let message = SupervisorMessage(message) else { continue }
      switch message.word {
      case .base: base = message.content
      case .session:
        if let session = Legacy.Session(json: message.content, sockets: message.descriptors) {
          sessions.append(session)
        }
      case .frozen: return base.map { Legacy(base: $0, sessions: sessions) }
      default: break
      }
    }
    return nil
  }

  /// Does what the supervisor says, until that has gone: then this process ends too.
  private func obey(_ server: MockServer) {
    while let message = channel.receive() {
      guard let message = SupervisorMessage(message) else { continue }
      switch message.word {
      case .freeze: leave(server.freeze())
      case .thaw: server.thaw()
      case .retire: retire(server)
      case .ended: message.content.stringValue.map(server.endSession)
      case .build: server.note(BuildReport(json: message.content))
      default: break
      }
    }
    Signals.terminate()
  }

  private func leave(_ legacy: Legacy) {
    SupervisorMessage(.base, legacy.baseJSON).send(by: channel)
    for session in legacy.sessions {
      SupervisorMessage(.session, session.json, session.sockets + session.secureSockets)
        .send(by: channel)
    }
    SupervisorMessage(.frozen).send(by: channel)
  }

  private func retire(_ server: MockServer) {
    retired.store(true, ordering: .releasing)
    server.retire()
    SupervisorMessage(
      .left, ["connections": .int(server.restCount), "held": .int(server.heldCount)]
    ).send(by: channel)
    // What is left ends by itself, at its own pace.
    _ = try? WorkerThread {
      let pause = Bell()
      while server.restCount > 0 { pause.wait(for: .milliseconds(50)) }
      Signals.terminate()
    }
  }
}
