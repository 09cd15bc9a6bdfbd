import Platform

/// The folder in which this user's daemons in the background are on record: a folder for each port.
struct StateFolder: Hashable, Sendable {
  /// Where it lies.
  let path: String

  /// The folder by its path; it need not be there yet.
  init(_ path: String) {
    self.path = path
  }

  /// The folder of this user: `understudy` in `$XDG_STATE_HOME`, or in `~/.local/state`.
  ///
  /// A relative `XDG_STATE_HOME` does not count, as its specification says.
  ///
  /// - Parameter environment: a variable of the environment.
  /// - Throws: ``CommandFailure`` where neither it nor `HOME` is set.
  init(_ environment: (String) -> String?) throws(CommandFailure) {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      self.init("\(state)/understudy")
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      self.init(home == "/" ? "/.local/state/understudy" : "\(home)/.local/state/understudy")
    } else {
      throw CommandFailure(
        .configuration,
        "There is no folder for daemons in the background: neither XDG_STATE_HOME nor HOME is set.",
        hint: "set XDG_STATE_HOME to a folder that can be written")
    }
  }

  /// The folder of the daemon on a port.
  func daemon(onPort port: Int) -> DaemonFolder {
    DaemonFolder(path: "\(path)/\(port)", port: port)
  }

  /// The folders that are there, by their ports.
  var daemons: [DaemonFolder] {
    Files.names(in: path).compactMap { Int($0) }.sorted().map(daemon(onPort:))
  }
}
