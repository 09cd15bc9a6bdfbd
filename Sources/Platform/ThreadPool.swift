/// Threads on which closures run that may wait: those of route authors, so that none keeps a worker.
///
/// A thread is started where none is free, up to a limit, and ends when there was nothing to do for a
/// while. Beyond the limit closures wait for one another.
public final class ThreadPool: Sendable {
  /// The one for the closures of all daemons of this process.
  public static let closures = ThreadPool(limit: 64)

  private let limit: Int
  /// How long a thread waits for something to do.
  private let patience: Duration
  private let state = Lock(State())

  private struct State {
    var jobs: ArraySlice<@Sendable () -> Void> = []
    /// The bells of threads that wait for something to do.
    var idle: [Bell] = []
    var count = 0
  }

  /// No threads yet.
  ///
  /// - Parameters:
  ///   - limit: how many there may be at once.
  ///   - patience: how long a thread waits for something to do.
  public init(limit: Int, patience: Duration = .seconds(10)) {
    self.limit = limit
    self.patience = patience
  }

  /// Runs a closure as soon as a thread is free.
  public func run(_ job: @escaping @Sendable () -> Void) {
    let (bell, needsThread) = state.withLock { state -> (Bell?, Bool) in
      state.jobs.append(job)
      if let bell = state.idle.popLast() { return (bell, false) }
      guard state.count < limit else { return (nil, false) }
      state.count += 1
      return (nil, true)
    }
    bell?.notify()
    guard needsThread else { return }
    do {
      _ = try WorkerThread { [self] in work() }
    } catch {
      let isAlone = state.withLock { state in
        state.count -= 1
        return state.count == 0
      }
      // The system has no thread left, and nobody else would do it.
      if isAlone, let job = state.withLock({ $0.jobs.popFirst() }) { job() }
    }
  }

  private func work() {
    let bell = Bell()
    while true {
      let job = state.withLock { state in
        if let job = state.jobs.popFirst() { return Optional(job) }
        state.idle.append(bell)
        return nil
      }
      if let job {
        job()
      } else if !bell.wait(for: patience) {
        let isOver = state.withLock { state in
          // Taken out meanwhile, it has something to do.
          guard let index = state.idle.firstIndex(where: { $0 === bell }) else { return false }
          state.idle.remove(at: index)
          state.count -= 1
          return true
        }
        if isOver { return }
        // Whoever took it out rings it: heard later, that would be taken for another's.
        bell.wait()
      }
    }
  }
}
