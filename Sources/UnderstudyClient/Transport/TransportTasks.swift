import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hears what a `URLSession` has to say of its tasks, and tells those who wait for them.
///
/// The status is read with the first piece of a body, or at its end: all streams of a daemon begin
/// with some bytes. `bytes(for:)`, which would do the same, is not there on Linux.
final class TransportTasks: NSObject, URLSessionDataDelegate, Sendable {
  private let entries = Guarded<[Int: Entry]>([:])

  private struct Entry: Sendable {
    var body: AsyncThrowingStream<[UInt8], any Error>.Continuation
    /// For how long nothing may come.
    var silence: Duration
    /// When something came, or the task began.
    var heardAt = ContinuousClock.now
    /// Who waits for the status; nil once that has come.
    var head: CheckedContinuation<Int, any Error>?
    /// Waits for the end of its patience.
    var watch: Task<Void, any Error>?
  }

  /// Notes a task that will begin.
  func add(
    _ id: Int, _ body: AsyncThrowingStream<[UInt8], any Error>.Continuation, silence: Duration
  ) {
    entries.withLock { $0[id] = Entry(body: body, silence: silence) }
  }

  /// How much longer a task may be silent; nil once it has ended.
  func patience(_ id: Int) -> Duration? {
    entries.withLock { $0[id] }.map { $0.heardAt + $0.silence - ContinuousClock.now }
  }

  /// Keeps who waits for the end of a task's patience: it is cancelled when the task ends.
  func keep(_ watch: Task<Void, any Error>, for id: Int) {
    let isThere = entries.withLock { entries in
      entries[id]?.watch = watch
      return entries[id] != nil
    }
    if !isThere { watch.cancel() }
  }

  /// Waits for the status of a task, unless it has been given up.
  func wait(_ id: Int, _ head: CheckedContinuation<Int, any Error>) {
    let isThere = entries.withLock { entries in
      entries[id]?.head = head
      return entries[id] != nil
    }
    if !isThere { head.resume(throwing: CancellationError()) }
  }

  /// Ends a task; nil is a good end.
  func end(_ id: Int, _ error: (any Error)?, status: Int? = nil) {
    guard let entry = entries.withLock({ $0.removeValue(forKey: id) }) else { return }
    entry.watch?.cancel()
    if let head = entry.head {
      if let error {
        head.resume(throwing: error)
      } else if let status {
        head.resume(returning: status)
      } else {
        head.resume(throwing: TransportError.other("The answer has no status."))
      }
    }
    entry.body.finish(throwing: error)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let status = (dataTask.response as? HTTPURLResponse)?.statusCode
    let entry = entries.withLock { entries in
      let entry = entries[dataTask.taskIdentifier]
      entries[dataTask.taskIdentifier]?.heardAt = ContinuousClock.now
      if status != nil { entries[dataTask.taskIdentifier]?.head = nil }
      return entry
    }
    if let status { entry?.head?.resume(returning: status) }
    entry?.body.yield(Array(data))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    end(
      task.taskIdentifier, error.map(Self.transportError),
      status: (task.response as? HTTPURLResponse)?.statusCode)
  }

  #if canImport(FoundationNetworking)
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }
  #else
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest
    ) async -> URLRequest? {
      nil
    }
  #endif

  private static func transportError(_ error: any Error) -> any Error {
    guard let error = error as? URLError else {
      return TransportError.other("\(error.localizedDescription)")
    }
    switch error.code {
    case .cannotConnectToHost, .cannotFindHost: return TransportError.noListener
    case .timedOut: return TransportError.timedOut
    case .cancelled: return CancellationError()
    default:
      return TransportError.other("\(error.localizedDescription) (\(error.errorCode))")
    }
  }
}
