import Foundation
import Platform
import TestSupport
import Testing

@testable import UnderstudyCLI

@Suite("The file of a service")
struct ServiceTextTests {
  static let plain = ServicePlan(
    program: "/usr/local/bin/understudy", arguments: ["start", "--foreground", "--port", "8080"],
    environment: [], folder: "/home/anna/shop", errors: "/home/anna/errors")

  static let odd = ServicePlan(
    program: "/opt/my \"tools\"/understudy",
    arguments: ["start", "--admin-token", "a$b%c\\d", "--state=", "--redact", "<X>&'Y'"],
    environment: [("UNDERSTUDY_LOG", "json"), ("XDG_STATE_HOME", "/home/an na/100%")],
    folder: "/home/an na/100%", errors: "/home/an na/errors")

  @Test func `says to systemd what to start`() {
    #expect(
      SystemdUnit.text(of: Self.plain) == """
        # Written by 'understudy service install', which writes it anew.
        [Unit]
        Description=Understudy, an HTTP mock daemon

        [Service]
        Type=notify
        WorkingDirectory=/home/anna/shop
        ExecStart=/usr/local/bin/understudy start --foreground --port 8080
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

        """)
  }

  @Test func `quotes what systemd would read as something else`() {
    let lines = SystemdUnit.text(of: Self.odd).split(separator: "\n").dropFirst(5)

    #expect(
      lines.prefix(5).joined(separator: "\n") == #"""
        WorkingDirectory=/home/an na/100%%
        Environment=UNDERSTUDY_LOG=json
        Environment="XDG_STATE_HOME=/home/an na/100%%"
        ExecStart="/opt/my \"tools\"/understudy" start --admin-token "a$$b%%c\\d" --state= \#
        --redact "<X>&'Y'"
        Restart=on-failure
        """#)
  }

  @Test func `says to launchd what to start`() {
    #expect(
      LaunchAgent.text(of: Self.odd) == #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \#
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <!-- Written by 'understudy service install', which writes it anew. -->
        <plist version="1.0">
        <dict>
          <key>Label</key><string>dev.understudy.daemon</string>
          <key>ProgramArguments</key>
          <array>
            <string>/opt/my "tools"/understudy</string>
            <string>start</string>
            <string>--admin-token</string>
            <string>a$b%c\d</string>
            <string>--state=</string>
            <string>--redact</string>
            <string>&lt;X&gt;&amp;'Y'</string>
          </array>
          <key>WorkingDirectory</key><string>/home/an na/100%</string>
          <key>EnvironmentVariables</key>
          <dict>
            <key>UNDERSTUDY_LOG</key><string>json</string>
            <key>XDG_STATE_HOME</key><string>/home/an na/100%</string>
          </dict>
          <key>RunAtLoad</key><true/>
          <key>KeepAlive</key>
          <dict>
            <key>SuccessfulExit</key><false/>
          </dict>
          <key>Umask</key><integer>63</integer>
          <key>StandardErrorPath</key><string>/home/an na/errors</string>
        </dict>
        </plist>

        """#)
  }

  @Test func `is one that systemd takes without a word`() throws {
    let verify = "/usr/bin/systemd-analyze"
    // Where there is no systemd, its words are all that can be held against it.
    guard FileManager.default.isExecutableFile(atPath: verify) else { return }
    let folder = try TemporaryFolder()
    var plan = Self.odd
    // It looks whether they are there.
    plan.program = "/bin/true"
    plan.folder = "/tmp"
    try folder.write(SystemdUnit.name, SystemdUnit.text(of: plan))

    let (status, said) = try Self.run(
      verify, ["verify", "--user", "\(folder.path)/\(SystemdUnit.name)"],
      ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path])

    #expect(status == 0)
    #expect(said == "")
  }

  @Test(arguments: [plain, odd])
  func `is one that a reader of property lists takes`(_ plan: ServicePlan) throws {
    let folder = try TemporaryFolder()
    try folder.write("agent.plist", LaunchAgent.text(of: plan))

    let (status, said) = try Self.run(
      "/usr/bin/env",
      [
        "python3", "-c",
        """
        import json, plistlib, sys
        agent = plistlib.load(open(sys.argv[1], "rb"))
        print(json.dumps([agent["ProgramArguments"], agent["WorkingDirectory"], agent["Umask"],
          agent["KeepAlive"], agent.get("EnvironmentVariables", {})]))
        """, "\(folder.path)/agent.plist",
      ], ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])

    #expect(status == 0)
    let seen = try JSONSerialization.jsonObject(with: Data(said.utf8)) as? NSArray
    let variables = Dictionary(plan.environment.map { ($0.name, $0.value) }) { $1 }
    #expect(
      seen == [
        [plan.program] + plan.arguments, plan.folder, 63, ["SuccessfulExit": false], variables,
      ] as NSArray)
  }

  private static func run(
    _ program: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> (status: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }
}
