import Platform
import Understudy

/// What is kept of the daemon on one port.
///
/// | file | is |
/// | --- | --- |
/// | `daemon.json` | its ``DaemonRecord``; there while it runs, or ended without a word |
/// | `alive` | held by the daemon from before its first step to its end, however that comes |
/// | `door` | held for moments by whoever looks or changes something here |
/// | `log`, `log.1` | what it says |
/// | `choices-….json` | what was chosen, for each working folder |
struct DaemonFolder: Hashable, Sendable {
  /// Where it lies.
  let path: String
  /// The port of the mocks.
  let port: Int

  private var record: String { "\(path)/daemon.json" }
  private var alive: String { "\(path)/alive" }

  /// Where the daemon writes, unless its options say otherwise.
  var log: String { "\(path)/log" }

  /// Where the choices of a daemon that works in a folder outlive it: another project's are none of it.
  func choices(of folder: String) -> String {
    // FNV-1a: folders have names that no file can have.
    let hash = folder.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "\(path)/choices-\(String(hash, radix: 16)).json"
  }

  /// Makes the file of ``choices(of:)`` for this user alone, and tells where it is.
  func makeChoices(of folder: String) throws(CommandFailure) -> String {
    let path = choices(of: folder)
    guard Files.permissions(of: path) == nil else { return path }
    try inFolder { () throws(SystemError) in
      // A state file that is empty says nothing; the daemon keeps the rights that it has.
      try Files.writeAtomically([], to: path, mode: 0o600)
    }
    return path
  }

  /// Whether a daemon is here.
  enum Occupancy: Hashable {
    /// None is, or it was ended by a command.
    case free
    /// None is, and the last one has ended without a word.
    case left(DaemonRecord)
    /// One runs; without a record where whoever started it was killed that moment.
    case taken(DaemonRecord?)

    /// The record of one that runs.
    var running: DaemonRecord? {
      if case .taken(let record) = self { record } else { nil }
    }
  }

  /// Does something while nobody else looks or changes anything here; the folder is made where it is
  /// missing.
  func whileAlone<Answer>(
    _ body: () throws(CommandFailure) -> Answer
  ) throws(CommandFailure) -> Answer {
    let door = try inFolder { () throws(SystemError) in
      try Files.makeFolder(path, mode: 0o700)
      return try FileLock("\(path)/door")
    }
    defer { door.release() }
    return try body()
  }

  /// Whether a daemon is here, at this moment; only ``whileAlone(_:)``, or two who look take one
  /// another for a daemon.
  func occupancy() throws(CommandFailure) -> Occupancy {
    let record = try readRecord()
    guard let lock = try takeLife() else { return .taken(record) }
    lock.release()
    return record.map { .left($0) } ?? .free
  }

  /// Whether a daemon is here, at this moment.
  func look() throws(CommandFailure) -> Occupancy {
    try whileAlone { () throws(CommandFailure) in try occupancy() }
  }

  /// What a daemon holds as long as it lives; nil where one does.
  func takeLife() throws(CommandFailure) -> FileLock? {
    try inFolder { () throws(SystemError) in try FileLock.takeIfFree(alive) }
  }

  /// Puts a daemon on record.
  func write(_ daemon: DaemonRecord) throws(CommandFailure) {
    let bytes = daemon.json.bytes(pretty: true) + [UInt8(ascii: "\n")]
    try inFolder { () throws(SystemError) in
      try Files.writeAtomically(bytes, to: record, mode: 0o600)
    }
  }

  /// Takes a daemon off the record; what it has written and what was chosen stays.
  func forget() {
    Files.remove(record)
  }

  private func readRecord() throws(CommandFailure) -> DaemonRecord? {
    let bytes = try inFolder { () throws(SystemError) in try Files.read(record) }
    return bytes.flatMap { try? JSON(parsing: $0) }.flatMap(DaemonRecord.init(json:))
  }

  private func inFolder<Answer>(
    _ body: () throws(SystemError) -> Answer
  ) throws(CommandFailure) -> Answer {
    do throws(SystemError) {
      return try body()
    } catch {
      throw CommandFailure(
        .cannotCreate, "The folder '\(path)' cannot be used: \(error).",
        hint: "set XDG_STATE_HOME to a folder that can be written")
    }
  }
}
