import AlamofireStandIn
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The module's name, by which its types are told from others.
public enum Moya {
  /// The method of a target.
  public typealias Method = AlamofireStandIn.HTTPMethod
  /// What a target sends.
  public typealias Task = MoyaTask
  /// An answer.
  public typealias Response = MoyaResponse
}

/// What a target sends.
public enum MoyaTask {
  /// Nothing else.
  case requestPlain
  /// Parameters.
  case requestParameters(parameters: [String: any Any & Sendable], encoding: any ParameterEncoding)
}

/// Which answers are taken.
public enum ValidationType {
  /// All.
  case none
  /// Those from 200 to 299.
  case successCodes
}

/// What is called.
public protocol TargetType {
  /// To which the path is appended.
  var baseURL: URL { get }
  /// The path.
  var path: String { get }
  /// The method.
  var method: Moya.Method { get }
  /// What a stub would answer.
  var sampleData: Data { get }
  /// What is sent.
  var task: Moya.Task { get }
  /// Which answers are taken.
  var validationType: ValidationType { get }
  /// Header lines.
  var headers: [String: String]? { get }
}

extension TargetType {
  /// All.
  public var validationType: ValidationType { .none }
  /// None.
  public var sampleData: Data { Data() }
}

/// An answer.
public final class MoyaResponse: Sendable {
  /// Its status.
  public let statusCode: Int
  /// Its body.
  public let data: Data
  /// Its head.
  public let response: HTTPURLResponse?

  /// An answer by its parts.
  public init(statusCode: Int, data: Data, response: HTTPURLResponse? = nil) {
    self.statusCode = statusCode
    self.data = data
    self.response = response
  }

  /// Decodes its body.
  public func map<D: Decodable>(
    _ type: D.Type, using decoder: JSONDecoder = JSONDecoder()
  ) throws -> D {
    do {
      return try decoder.decode(type, from: data)
    } catch {
      throw MoyaError.objectMapping(error, self)
    }
  }
}

/// Why a call came to nothing.
public enum MoyaError: Error {
  /// The body could not be decoded.
  case objectMapping(any Error, Moya.Response)
  /// The status.
  case statusCode(Moya.Response)
  /// The error of Alamofire, and the answer where there is one.
  case underlying(any Error, Moya.Response?)
  /// The request could not be made.
  case requestMapping(String)

  /// The answer, where there is one.
  public var response: Moya.Response? {
    switch self {
    case .objectMapping(_, let response), .statusCode(let response): response
    case .underlying(_, let response): response
    case .requestMapping: nil
    }
  }
}

/// Is there when a request is sent and when its answer comes.
public protocol PluginType {
  /// Changes a request before it is sent.
  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest
  /// Is told of the answer.
  func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)
}

extension PluginType {
  /// Leaves it as it is.
  public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest { request }
  /// Does nothing.
  public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {}
}
