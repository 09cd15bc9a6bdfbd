import Platform
import Understudy

/// What a supervisor keeps for the daemons that it starts: sockets, and what admin calls must carry.
struct DevSockets {
  private var plain: [Int32] = []
  private var secure: [Int32] = []
  private var admin: [Int32] = []
  private var token = JSON.null

  /// What a daemon is told first.
  func beginning(succeeds: Bool) -> SupervisorMessage {
    SupervisorMessage(
      .begin,
      [
        "succeeds": .bool(succeeds), "plain": .int(plain.count), "secure": .int(secure.count),
        "admin": .int(admin.count), "token": token,
      ], plain + secure + admin)
  }

  /// Has the system refuse connections; the next daemon makes sockets of its own.
  mutating func close() {
    (plain + secure + admin).forEach(Descriptor.close)
    (plain, secure, admin) = ([], [], [])
  }

  /// Keeps those of the first daemon that serves; all others have the same.
  mutating func take(_ ready: SupervisorMessage) {
    guard plain.isEmpty, secure.isEmpty else {
      ready.descriptors.forEach(Descriptor.close)
      return
    }
    var rest = ready.descriptors[...]
    func next(_ name: String) -> [Int32] {
      let part = Array(rest.prefix(ready.content[name]?.intValue ?? 0))
      rest = rest.dropFirst(part.count)
      return part
    }
    plain = next("plain")
    secure = next("secure")
    admin = next("admin")
    token = ready.content["token"] ?? .null
  }
}
