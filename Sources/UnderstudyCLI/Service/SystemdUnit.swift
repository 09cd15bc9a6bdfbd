/// The unit by which systemd starts a daemon for a user (systemd.service(5)).
enum SystemdUnit {
  /// What the unit is called.
  static let name = "understudy.service"

  /// The text of its file.
  static func text(of plan: ServicePlan) -> String {
    let command = [word(plan.program)] + plan.arguments.map { word($0, dollars: true) }
    let environment = plan.environment.map { "Environment=\(word("\($0.name)=\($0.value)"))\n" }
    return """
      # Written by 'understudy service install', which writes it anew.
      [Unit]
      Description=Understudy, an HTTP mock daemon

      [Service]
      Type=notify
      WorkingDirectory=\(plan.folder.replacing("%", with: "%%"))
      \(environment.joined())ExecStart=\(command.joined(separator: " "))
      Restart=on-failure
      RestartSec=1s
      # A wrong option, file or catalog does not mend itself.
      RestartPreventExitStatus=64 73 78
      UMask=0077
      # What needs a mount namespace is left out: not every user may have one.
      NoNewPrivileges=yes
      LockPersonality=yes
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      SystemCallArchitectures=native
      # Netlink tells the addresses of this machine.
      RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK

      [Install]
      WantedBy=default.target

      """
  }

  /// A word as systemd reads it back: quoted where it must be, specifiers and variables undone.
  static func word(_ text: String, dollars: Bool = false) -> String {
    var word = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("%", with: "%%")
    if dollars { word = word.replacing("$", with: "$$") }
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/._-+:@=,%".utf8.contains(byte)
    }
    return isPlain && !text.isEmpty ? word : "\"\(word)\""
  }
}
