#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Carries calls by a `URLSession` of its own: no cache, no cookies, no proxy, no redirects followed.
///
/// The session is invalidated, and what is under way given up, when the last client lets go of the
/// transport.
public final class URLSessionTransport: Transport {
  private let session: URLSession
  private let tasks = TransportTasks()

  /// How many connections it may have: a lease, a stream of events or a call that waits keeps one.
  private static let connections = 1000
  /// How long a call may last, in seconds: a week.
  private static let longest: TimeInterval = 7 * 24 * 3600

  /// A transport.
  ///
  /// - Parameter configure: changes the configuration of the session before it is made, which
  ///   afterwards cannot be changed.
  public init(configure: (URLSessionConfiguration) -> Void = { _ in }) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.connectionProxyDictionary = [:]
    configuration.httpMaximumConnectionsPerHost = Self.connections
    configuration.timeoutIntervalForRequest = Self.longest
    configuration.timeoutIntervalForResource = Self.longest
    configure(configuration)
    session = URLSession(configuration: configuration, delegate: tasks, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Makes a call and waits for the whole answer.
  public func answer(to request: TransportRequest) async throws -> TransportAnswer {
    let stream = try await stream(request)
    var body: [UInt8] = []
    for try await piece in stream.pieces { body += piece }
    // A stream whose reader is cancelled just ends.
    try Task.checkCancellation()
    return TransportAnswer(status: stream.status, body: body)
  }

  /// Makes a call whose answer stays open.
  public func stream(_ request: TransportRequest) async throws -> TransportStream {
    try Task.checkCancellation()
    let task = session.dataTask(with: Self.urlRequest(request))
    let id = task.taskIdentifier
    let (pieces, body) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    body.onTermination = { end in
      // A task that has ended by itself needs no cancelling.
      if case .cancelled = end { task.cancel() }
    }
    tasks.add(id, body, silence: request.silence)
    giveUpOnSilence(task)
    let status = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { head in
        tasks.wait(id, head)
        task.resume()
      }
    } onCancel: {
      tasks.end(id, CancellationError())
      task.cancel()
    }
    return TransportStream(status: status, pieces: pieces)
  }

  /// Ends a task once it has been silent for longer than it may be.
  ///
  /// The time-out of a `URLRequest` is not kept on Linux, where that of the session holds for all.
  private func giveUpOnSilence(_ task: URLSessionDataTask) {
    let watch = Task { [tasks] in
      while let patience = tasks.patience(task.taskIdentifier) {
        if patience > .zero {
          try await Task.sleep(for: patience)
        } else {
          tasks.end(task.taskIdentifier, TransportError.timedOut)
          task.cancel()
        }
      }
    }
    tasks.keep(watch, for: task.taskIdentifier)
  }

  private static func urlRequest(_ request: TransportRequest) -> URLRequest {
    var made = URLRequest(url: request.url, timeoutInterval: longest)
    made.httpMethod = request.method
    made.httpBody = request.body.map { Data($0) }
    for (name, value) in request.headers { made.setValue(value, forHTTPHeaderField: name) }
    #if canImport(FoundationNetworking)
      // swift-corelibs-foundation waits for ever where the reused connection of a POST has just been
      // closed. A new connection on loopback costs less than finding out.
      made.setValue("close", forHTTPHeaderField: "Connection")
    #endif
    return made
  }
}
