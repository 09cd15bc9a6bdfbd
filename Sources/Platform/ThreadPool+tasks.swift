// Tasks on the threads of a pool: those of Swift's own are as many as the machine has cores, and where
// somebody blocks these, as tests do, no task would go on.

extension ThreadPool {
  /// Begins a task that runs on these threads, and waits without one.
  ///
  /// - Returns: what cancels it.
  public func begin(_ body: @escaping @Sendable () async -> Void) -> @Sendable () -> Void {
    let task: Task<Void, Never>
    if #available(macOS 15, iOS 18, *) {
      task = Task(executorPreference: Executor(pool: self)) { await body() }
    } else {
      task = Task { await body() }
    }
    return { task.cancel() }
  }

  @available(macOS 15, iOS 18, *)
  private final class Executor: TaskExecutor {
    private let pool: ThreadPool

    init(pool: ThreadPool) {
      self.pool = pool
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      pool.run { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
