import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Writes choices into a state file where they differ from what it says.
struct StateWriter: Sendable {
  private let file: StateFile
  private let names: SelectorNames
  private let warn: @Sendable (StateProblem) -> Void
  /// What the file says.
  private var written: [UInt8]
  /// Why it could not be written the last time, so that this is told once.
  private(set) var failure: SystemError?
  /// The names whose choices were told to be left out.
  private var told: Set<[UInt8]> = []

  /// A writer for a file that says what a snapshot does, however it puts it; nil is not known.
  init(
    _ file: StateFile, _ snapshot: Snapshot?, _ names: SelectorNames,
    warn: @escaping @Sendable (StateProblem) -> Void
  ) {
    self.file = file
    self.names = names
    self.warn = warn
    written = snapshot.map { Self.bytes(StandingChoices($0, names).document.document) } ?? []
  }

  /// Where it is.
  var path: String { file.path }

  /// Writes the choices of a snapshot; what fails is tried again the next time.
  mutating func write(_ snapshot: Snapshot) {
    let (document, leftOut) = StandingChoices(snapshot, names).document
    for name in leftOut where told.insert(Array(name.utf8)).inserted {
      warn(.leftOut(file.path, name: name))
    }
    let bytes = Self.bytes(document)
    guard bytes != written else {
      failure = nil
      return
    }
    do throws(SystemError) {
      try file.write(bytes)
      written = bytes
      failure = nil
    } catch {
      if failure != error { warn(.notWritten(file.path, error)) }
      failure = error
    }
  }

  private static func bytes(_ document: StateDocument) -> [UInt8] {
    document.json.bytes(pretty: true) + [UInt8(ascii: "\n")]
  }
}
