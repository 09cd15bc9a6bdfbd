import Platform

/// What starts programs for a user of this system with each login.
enum ServiceManager: Hashable, Sendable {
  /// That of Linux.
  case systemd
  /// That of macOS.
  case launchd

  #if canImport(Darwin)
    /// That of this system.
    static let own = launchd
  #else
    /// That of this system.
    static let own = systemd
  #endif

  /// The file that it reads; nil where the environment has no folder for it.
  func file(_ environment: (String) -> String?) -> String? {
    let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    switch self {
    case .systemd:
      let named = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      return (named ?? home.map { "\($0)/.config" }).map {
        "\($0)/systemd/user/\(SystemdUnit.name)"
      }
    case .launchd:
      return home.map { "\($0)/Library/LaunchAgents/\(LaunchAgent.label).plist" }
    }
  }

  /// What that file says.
  func text(of plan: ServicePlan) -> String {
    switch self {
    case .systemd: SystemdUnit.text(of: plan)
    case .launchd: LaunchAgent.text(of: plan)
    }
  }

  /// The program by which it is told what to do.
  var tool: String { self == .systemd ? "systemctl" : "launchctl" }

  /// What that program is told.
  enum Task: Hashable, Sendable {
    /// Answer, if somebody is there.
    case answer
    /// Tell whether the service runs.
    case tell
  }

  /// The command line of a task.
  func words(for task: Task) -> [String] {
    switch (self, task) {
    case (.systemd, .answer): ["--user", "show-environment"]
    case (.systemd, .tell): ["--user", "is-active", SystemdUnit.name]
    case (.launchd, .answer): ["print", Self.domain]
    case (.launchd, .tell): ["print", "\(Self.domain)/\(LaunchAgent.label)"]
    }
  }

  /// The command lines that start the service of a file now and with each login.
  ///
  /// Those before the last that fail do no harm: what they undo may not be there.
  func installation(_ file: String) -> [[String]] {
    switch self {
    case .systemd:
      [
        ["--user", "daemon-reload"], ["--user", "enable", SystemdUnit.name],
        ["--user", "restart", SystemdUnit.name],
      ]
    case .launchd:
      [
        ["bootout", "\(Self.domain)/\(LaunchAgent.label)"], ["bootstrap", Self.domain, file],
      ]
    }
  }

  /// The command lines that end it; behind them the file may go.
  var removal: [[String]] {
    switch self {
    case .systemd: [["--user", "disable", "--now", SystemdUnit.name]]
    case .launchd: [["bootout", "\(Self.domain)/\(LaunchAgent.label)"]]
    }
  }

  /// The command lines behind the removal of the file.
  var afterRemoval: [[String]] { self == .systemd ? [["--user", "daemon-reload"]] : [] }

  /// How a service is started anew, for messages.
  var restartWords: String {
    switch self {
    case .systemd: "systemctl --user restart \(SystemdUnit.name)"
    case .launchd: "launchctl kickstart -k \(Self.domain)/\(LaunchAgent.label)"
    }
  }

  /// Where the service says what is in its way, for messages.
  func errorsWords(_ errors: String) -> String {
    self == .systemd ? "journalctl --user --unit \(SystemdUnit.name)" : errors
  }

  private static var domain: String { "gui/\(Machine.userNumber)" }
}
