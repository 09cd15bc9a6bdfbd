/// How a command ends, after sysexits.h.
enum ExitStatus: Int32, CaseIterable {
  /// It did what it was asked to.
  case ok = 0
  /// What it was asked about was false.
  case failed = 1
  /// The command line is wrong, or names what the daemon does not know (`EX_USAGE`).
  case usage = 64
  /// No daemon answers (`EX_UNAVAILABLE`).
  case unavailable = 69
  /// A file cannot be written (`EX_CANTCREAT`).
  case cannotCreate = 73
  /// The port is taken, or the daemon has no room for more (`EX_TEMPFAIL`).
  case temporaryFailure = 75
  /// The catalog or a setting is wrong (`EX_CONFIG`).
  case configuration = 78

  /// What it means, for the manual.
  var summary: String {
    switch self {
    case .ok: "done"
    case .failed:
      "what was asked for is not so: a verification failed, fewer are held, nothing was held to "
        + "release, a request did not end"
    case .usage: "the command line is wrong, or names what the daemon does not know"
    case .unavailable:
      "no daemon answers there, none runs in the background, or no service is installed"
    case .cannotCreate: "a file cannot be written"
    case .temporaryFailure: "the port is taken, or the daemon has no room for another session"
    case .configuration: "the catalog, a fixture or a setting is wrong"
    }
  }
}
