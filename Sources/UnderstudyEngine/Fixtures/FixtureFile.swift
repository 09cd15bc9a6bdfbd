import Platform
import Understudy

/// One file that is read live: asked whether it changed at most every 50 ms, read when it did.
///
/// A file that is saved half or broken keeps its last good content, and so does one that is missing
/// for a moment, as some editors save by deleting first.
final class FixtureFile: Sendable {
  let name: String
  private let folder: RootedFolder
  private let time: any TimeSource
  private let warn: @Sendable (String) -> Void
  private let state = Lock(State())

  /// How long an answer of the file system is good for.
  static let freshness: Duration = .milliseconds(50)

  /// How long a file may be missing while an editor saves it.
  static let moment: Duration = .milliseconds(100)

  private struct State {
    var result: FixtureResult = .missing
    var signature: FileSignature?
    var isSettled = false
    var nextCheck: Moment?
    var lastSeen: Moment?
    var lastGood: Fixture?
  }

  init(
    _ name: String, in folder: RootedFolder, time: any TimeSource,
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.name = name
    self.folder = folder
    self.time = time
    self.warn = warn
  }

  /// The file as it is now, at most ``freshness`` old.
  var current: FixtureResult {
    let now = time.now
    // The lock is held while the file is read: whoever comes meanwhile would read it again.
    let (result, warning): (FixtureResult, String?) = state.withLock { state in
      if let next = state.nextCheck, now < next { return (state.result, nil) }
      state.nextCheck = now + Self.freshness
      let warning = refresh(&state)
      return (state.result, warning)
    }
    if let warning { warn(warning) }
    return result
  }

  /// Looks at the file again, and returns a warning where its state is newly bad.
  private func refresh(_ state: inout State) -> String? {
    guard let signature = folder.signature(of: name) else { return noteMissing(&state) }
    state.lastSeen = time.now
    if signature == state.signature, state.isSettled { return nil }
    let isNew = signature != state.signature
    state.isSettled = signature.isSettled(at: .now)
    do {
      let file = try folder.open(name)
      state.signature = file.signature
      if LargeFixture.isLarge(name, size: file.size) {
        state.result = .large(LargeFixture(name, in: folder))
        state.lastGood = nil
        return nil
      }
      return note(try bytes(of: file), file.signature.modified, &state, isNew: isNew)
    } catch {
      if error == .missing { return noteMissing(&state) }
      state.result = FixtureResult(error)
      // What could not be read is looked at again, changed or not.
      state.signature = nil
      return nil
    }
  }

  private func bytes(of file: OpenFile) throws(RootedFolderError) -> [UInt8] {
    do {
      return try file.readAll()
    } catch {
      throw .system(error)
    }
  }

  private func note(
    _ bytes: [UInt8], _ modified: WallTime, _ state: inout State, isNew: Bool
  ) -> String? {
    if case .found(let fixture) = state.result, fixture.warning == nil, fixture.bytes == bytes {
      return nil
    }
    // One that has been empty from the start is meant to be.
    guard ContentType.isJSON(ContentType.of(fileName: name)),
      !bytes.isEmpty || state.lastGood != nil, let error = JSON.syntaxError(in: bytes)
    else {
      let fixture = Fixture(name: name, bytes: bytes, modified: modified)
      if !bytes.isEmpty { state.lastGood = fixture }
      state.result = .found(fixture)
      return nil
    }
    let place = "\(folder.path)/\(name):\(error.line):\(error.column)"
    guard let good = state.lastGood else {
      state.result = .unreadable("it is not JSON: \(error.reason) (\(place))")
      return isNew ? "\(place): not JSON: \(error.reason)" : nil
    }
    let warning = "\(place): not JSON: \(error.reason); its last good content is served"
    state.result = .found(
      Fixture(name: name, bytes: good.bytes, modified: good.modified, warning: warning))
    return isNew ? warning : nil
  }

  private func noteMissing(_ state: inout State) -> String? {
    if let seen = state.lastSeen, time.now - seen < Self.moment, case .found = state.result {
      return nil
    }
    state.result = .missing
    state.signature = nil
    state.lastGood = nil
    return nil
  }
}
