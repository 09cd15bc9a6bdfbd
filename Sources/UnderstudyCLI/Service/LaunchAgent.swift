/// The property list by which launchd starts a daemon for a user (launchd.plist(5)).
enum LaunchAgent {
  /// What the agent is called.
  static let label = "dev.understudy.daemon"

  /// The text of its file.
  static func text(of plan: ServicePlan) -> String {
    let words = ([plan.program] + plan.arguments).map { "    \(string($0))\n" }
    let variables = plan.environment.map {
      "    <key>\(escaped($0.name))</key>\(string($0.value))\n"
    }
    let environment =
      variables.isEmpty
      ? "" : "  <key>EnvironmentVariables</key>\n  <dict>\n\(variables.joined())  </dict>\n"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- Written by 'understudy service install', which writes it anew. -->
      <plist version="1.0">
      <dict>
        <key>Label</key>\(string(label))
        <key>ProgramArguments</key>
        <array>
      \(words.joined())  </array>
        <key>WorkingDirectory</key>\(string(plan.folder))
      \(environment)  <key>RunAtLoad</key><true/>
        <key>KeepAlive</key>
        <dict>
          <key>SuccessfulExit</key><false/>
        </dict>
        <key>Umask</key><integer>63</integer>
        <key>StandardErrorPath</key>\(string(plan.errors))
      </dict>
      </plist>

      """
  }

  private static func string(_ text: String) -> String { "<string>\(escaped(text))</string>" }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
