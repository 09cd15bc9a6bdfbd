import Platform
import UnderstudyEngine

/// Keeps the base's choices in a file, by a thread of its own: no request and no call waits for it.
final class StateKeeper: Sendable {
  private let state: Lock<State>
  private let thread = Lock<WorkerThread?>(nil)
  private let bell = Bell()

  private struct State {
    var snapshot: Snapshot
    /// Whether the thread was told of a change, and has not seen it.
    var isPending = false
    var hasStopped = false
  }

  /// How long the thread waits for further changes, which it writes together.
  private static let pause: Duration = .milliseconds(20)

  /// How long the thread waits before it tries again what could not be written.
  private static let retry: Duration = .seconds(1)

  private let troubles: Troubles

  private init(_ snapshot: Snapshot, _ troubles: Troubles) {
    state = Lock(State(snapshot: snapshot))
    self.troubles = troubles
  }

  /// Puts back what the file says, and keeps what is chosen from then on.
  ///
  /// - Parameters:
  ///   - path: the file; one that says something else is left alone, and nothing is kept.
  ///   - base: the world whose choices are kept.
  ///   - profiles: which TLS profiles it can have.
  ///   - troubles: told for how long it cannot be written.
  ///   - restores: whether the world begins with what the file says; else the file gets what is set.
  ///   - notice: told at once what is wrong with the file and with what it says.
  ///   - warn: told later what cannot be written.
  /// - Returns: the keeper; nil where nothing is kept.
  /// - Throws: ``StateProblem`` where the file can be read or written by nobody.
  static func begin(
    _ path: String, _ base: World, _ profiles: ProfileRules, _ troubles: Troubles,
    restores: Bool = true, notice: (StateProblem) -> Void,
    warn: @escaping @Sendable (StateProblem) -> Void
  ) throws(StateProblem) -> StateKeeper? {
    let file = StateFile(path: path)
    switch try file.read() {
    case .nothing: break
    case .broken(let reason):
      notice(.broken(path, reason: reason))
      return nil
    case .choices where !restores: break
    case .choices(let choices):
      let problems = base.restore(
        choices,
        refusal: { name in
          profiles.refusal(ofScenario: name, base.board, isBase: true)
        })
      for problem in problems { notice(.gone(path, problem)) }
    }
    try file.checkWritable()
    let keeper = StateKeeper(base.current, troubles)
    let writer = StateWriter(
      file, restores ? base.current : nil, base.board.names, warn: warn)
    do throws(SystemError) {
      let thread = try WorkerThread { keeper.run(writer, warn) }
      keeper.thread.withLock { $0 = thread }
    } catch {
      throw .unwritable(path, error)
    }
    if !restores { keeper.changed(base.current) }
    return keeper
  }

  /// Notes a change; of two, the later is told last.
  func changed(_ snapshot: Snapshot) {
    let isFirst = state.withLock { state in
      state.snapshot = snapshot
      defer { state.isPending = true }
      return !state.isPending
    }
    if isFirst { bell.notify() }
  }

  /// Writes what is not written yet, and ends.
  func stop() {
    guard let thread = thread.withLock({ $0.take() }) else { return }
    state.withLock { $0.hasStopped = true }
    bell.notify()
    thread.join()
  }

  private func run(_ writer: StateWriter, _ warn: @Sendable (StateProblem) -> Void) {
    var writer = writer
    while true {
      bell.wait(for: writer.failure == nil ? nil : Self.retry)
      // Only the end rings meanwhile.
      if !state.withLock({ $0.hasStopped }) { bell.wait(for: Self.pause) }
      let (snapshot, isLast) = state.withLock { state in
        state.isPending = false
        return (state.snapshot, state.hasStopped)
      }
      writer.write(snapshot)
      if let failure = writer.failure {
        troubles.began(.stateFile, StateProblem.notWritten(writer.path, failure).message)
        if isLast { warn(.lost(writer.path, failure)) }
      } else {
        troubles.ended(.stateFile)
      }
      if isLast { return }
    }
  }
}
