/// Why a command ends without having done its work, in words for the person who typed it.
struct CommandFailure: Error, Hashable {
  var status: ExitStatus
  /// What is wrong, where, and with which value: one sentence or two.
  var message: String
  /// What to do about it; nil where the message says so.
  var hint: String?
  /// Whether the same may work in a moment: nobody answers, for now.
  var isPassing = false

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }

  /// The lines for standard error.
  var text: String {
    "error: \(message)\n" + (hint.map { "  hint    \($0)\n" } ?? "")
  }
}
