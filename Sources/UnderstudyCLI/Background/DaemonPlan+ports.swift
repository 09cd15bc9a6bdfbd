import Platform
import UnderstudyAPI
import UnderstudyServer

extension DaemonPlan {
  /// The port by which the daemon is known: that of the mocks, without TLS unless there is nothing else.
  ///
  /// - Throws: ``CommandFailure`` where it has none, or what is given is none.
  func port() throws(CommandFailure) -> Int {
    let ports = 0...65535
    guard let plain = values.value(.port), plain.text == "off" else {
      return try values.number(.port, in: ports)
        ?? Setting.port.defaultValue.flatMap { Int($0) } ?? 0
    }
    guard let port = try values.number(.tlsPort, in: ports) else {
      throw .noPort(plain)
    }
    return port
  }

  /// Puts free ports where the system shall choose, so that a daemon that is started anew has the same.
  ///
  /// - Returns: whether there was one to choose.
  /// - Throws: ``CommandFailure`` where the system has none left.
  mutating func settlePorts() throws(CommandFailure) -> Bool {
    let values = values
    let open = [Setting.port, .tlsPort, .adminPort].filter {
      values.value($0).flatMap { Int($0.text) } == 0
    }
    do throws(SystemError) {
      for (setting, port) in zip(open, try FreePorts.find(open.count)) {
        options[setting.name] = ["\(port)"]
      }
    } catch {
      throw CommandFailure(.temporaryFailure, "No free port is to be had: \(error).")
    }
    return !open.isEmpty
  }

  /// Makes the token that a daemon needs which is open to others, so that it keeps it.
  ///
  /// - Returns: the token; nil where none was needed.
  /// - Throws: ``CommandFailure`` where a value is not what it should be.
  mutating func settleToken() throws(CommandFailure) -> String? {
    guard try values.isOn(.lan), token == nil, let name = Setting.adminToken.environment else {
      return nil
    }
    let token = MockServer.makeToken()
    environment[name] = token
    return token
  }
}
