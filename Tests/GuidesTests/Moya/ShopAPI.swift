import AlamofireStandIn
import ExampleShop
import Foundation
import MoyaStandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Examples of `docs/moya.md`, which quotes them.

enum ShopAPI {
  case users
  case items(page: Int)
}

extension ShopAPI: TargetType {
  var baseURL: URL { APIConfiguration.current.baseURL }

  var path: String {
    switch self {
    case .users: "users"
    case .items: "api/v1/items"
    }
  }

  var method: Moya.Method { .get }

  var task: Moya.Task {
    switch self {
    case .users: .requestPlain
    case .items(let page):
      .requestParameters(
        parameters: ["page": page, "size": 20], encoding: URLEncoding.default)
    }
  }

  var validationType: ValidationType { .successCodes }
  var headers: [String: String]? { nil }
}

struct UnderstudyPlugin: PluginType {
  var session: (name: String, value: String)?  // MockSession.header
  var log: @Sendable (String) -> Void = { print($0) }

  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    guard let session else { return request }
    var request = request
    request.setValue(session.value, forHTTPHeaderField: session.name)
    return request
  }

  func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
    let response: Moya.Response? =
      switch result {
      case .success(let response): response
      case .failure(let error): error.response
      }
    guard let head = response?.response,
      let route = head.value(forHTTPHeaderField: "Understudy-Route")
    else { return }
    let variant = head.value(forHTTPHeaderField: "Understudy-Variant") ?? ""
    log("\(route) '\(variant)': \(head.statusCode)")
  }
}

extension MoyaProvider {
  func value<Value: Decodable & Sendable>(
    _ type: Value.Type, of target: Target
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      request(target) { result in
        continuation.resume(with: Result { try result.get().map(type) })
      }
    }
  }
}
