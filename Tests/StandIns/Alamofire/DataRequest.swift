import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request and what became of it.
public class Request: @unchecked Sendable {
  private let lock = NSLock()
  private var sent: URLRequest?
  private var received: HTTPURLResponse?
  private var attempts = 0

  /// The request as it was sent.
  public var request: URLRequest? { lock.withLock { sent } }
  /// The head of the answer.
  public var response: HTTPURLResponse? { lock.withLock { received } }
  /// How often it was made again.
  public var retryCount: Int { lock.withLock { max(0, attempts - 1) } }

  fileprivate func note(sent: URLRequest) {
    lock.withLock {
      self.sent = sent
      received = nil
      attempts += 1
    }
  }

  fileprivate func note(received: HTTPURLResponse) { lock.withLock { self.received = received } }
}

/// A request whose answer is data.
public class DataRequest: Request, @unchecked Sendable {
  private let session: Session
  private let interceptor: (any RequestInterceptor)?
  private let make: @Sendable () throws -> URLRequest
  private var isValidated = false

  init(
    session: Session, interceptor: (any RequestInterceptor)?,
    make: @escaping @Sendable () throws -> URLRequest
  ) {
    self.session = session
    self.interceptor = interceptor
    self.make = make
  }

  /// Takes answers from 200 to 299 alone.
  @discardableResult
  public func validate() -> Self {
    isValidated = true
    return self
  }

  /// Decodes the answer.
  public func serializingDecodable<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
  ) -> DataTask<Value> {
    DataTask { await self.result { try decoder.decode(Value.self, from: $0) } }
  }

  private func result<Value>(_ decode: (Data) throws -> Value) async -> Result<Value, AFError> {
    while true {
      let result = await attempt(decode)
      guard case .failure(let error) = result, let interceptor else { return finish(result) }
      let decision = await withCheckedContinuation { continuation in
        interceptor.retry(self, for: session, dueTo: error) { continuation.resume(returning: $0) }
      }
      guard case .retry = decision else { return finish(result) }
    }
  }

  private func finish<Value>(_ result: Result<Value, AFError>) -> Result<Value, AFError> {
    for monitor in session.eventMonitors { monitor.requestDidFinish(self) }
    return result
  }

  private func attempt<Value>(_ decode: (Data) throws -> Value) async -> Result<Value, AFError> {
    let data: Data
    do {
      let request = try await adapted(make())
      note(sent: request)
      let response: URLResponse
      (data, response) = try await session.session.data(for: request)
      if let response = response as? HTTPURLResponse { note(received: response) }
    } catch let error as AFError {
      return .failure(error)
    } catch {
      return .failure(Task.isCancelled ? .explicitlyCancelled : .sessionTaskFailed(error: error))
    }
    if isValidated, let code = response?.statusCode, !(200..<300).contains(code) {
      return .failure(.responseValidationFailed(reason: .unacceptableStatusCode(code: code)))
    }
    do {
      return .success(try decode(data))
    } catch {
      return .failure(.responseSerializationFailed(reason: .decodingFailed(error: error)))
    }
  }

  private func adapted(_ request: URLRequest) async throws -> URLRequest {
    guard let interceptor else { return request }
    let result = await withCheckedContinuation { continuation in
      interceptor.adapt(request, for: session) { continuation.resume(returning: $0) }
    }
    return try result.mapError { AFError.requestAdaptationFailed(error: $0) }.get()
  }
}

/// An answer that is waited for.
public struct DataTask<Value: Sendable>: Sendable {
  fileprivate let run: @Sendable () async -> Result<Value, AFError>

  /// What became of it.
  public var result: Result<Value, AFError> {
    get async { await run() }
  }

  /// The value.
  public var value: Value {
    get async throws { try await result.get() }
  }
}
