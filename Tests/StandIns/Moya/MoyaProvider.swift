import AlamofireStandIn
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What can be cancelled.
public protocol Cancellable {
  /// Cancels it.
  func cancel()
}

/// What happens with the result of a call.
public typealias Completion = (_ result: Result<Moya.Response, MoyaError>) -> Void

/// Makes the calls of targets.
open class MoyaProvider<Target: TargetType> {
  /// What makes the requests.
  public let session: Session
  /// What is there when requests are sent.
  public let plugins: [any PluginType]

  /// A provider, which stubs nothing.
  public init(session: Session = Session(), plugins: [any PluginType] = []) {
    self.session = session
    self.plugins = plugins
  }

  /// Makes a call.
  @discardableResult
  open func request(
    _ target: Target, callbackQueue: DispatchQueue? = .none, completion: @escaping Completion
  ) -> any Cancellable {
    let request: URLRequest
    do {
      request = try prepared(target)
    } catch {
      completion(.failure(.requestMapping("\(error)")))
      return Nothing()
    }
    let call = Call(completion: completion, plugins: plugins, target: target)
    let task = session.session.dataTask(with: request) { data, response, error in
      call.finish(data, response as? HTTPURLResponse, error)
    }
    task.resume()
    return task
  }

  private func prepared(_ target: Target) throws -> URLRequest {
    // As Moya does it: an empty path appends no slash.
    let url =
      target.path.isEmpty ? target.baseURL : target.baseURL.appendingPathComponent(target.path)
    var request = URLRequest(url: url)
    request.httpMethod = target.method.rawValue
    for (name, value) in target.headers ?? [:] { request.setValue(value, forHTTPHeaderField: name) }
    if case .requestParameters(let parameters, let encoding) = target.task {
      request = try encoding.encode(request, with: parameters)
    }
    return plugins.reduce(request) { $1.prepare($0, target: target) }
  }
}

extension URLSessionDataTask: Cancellable {}

private struct Nothing: Cancellable {
  func cancel() {}
}

/// A call whose answer is on its way.
private struct Call: @unchecked Sendable {
  var completion: Completion
  var plugins: [any PluginType]
  var target: any TargetType

  func finish(_ data: Data?, _ head: HTTPURLResponse?, _ error: (any Error)?) {
    let result = result(data ?? Data(), head, error)
    for plugin in plugins { plugin.didReceive(result, target: target) }
    completion(result)
  }

  private func result(
    _ data: Data, _ head: HTTPURLResponse?, _ error: (any Error)?
  ) -> Result<Moya.Response, MoyaError> {
    let answer = head.map { Moya.Response(statusCode: $0.statusCode, data: data, response: $0) }
    if let error {
      let isCancelled = (error as? URLError)?.code == .cancelled
      let reason: AFError = isCancelled ? .explicitlyCancelled : .sessionTaskFailed(error: error)
      return .failure(.underlying(reason, answer))
    }
    guard let answer else { return .failure(.requestMapping("no answer")) }
    if case .successCodes = target.validationType, !(200..<300).contains(answer.statusCode) {
      let reason = AFError.responseValidationFailed(
        reason: .unacceptableStatusCode(code: answer.statusCode))
      return .failure(.underlying(reason, answer))
    }
    return .success(answer)
  }
}
