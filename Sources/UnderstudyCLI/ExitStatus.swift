/// How a command ends, after sysexits.h.
enum ExitStatus: Int32 {
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
}
