import MicroHTTPD
import Understudy

/// The question that a browser asks before it sends a page's request (Fetch, 3.3.2).
struct Preflight: Sendable {
  /// The method that the page wants to use.
  let method: String
  private let names: [String]
  private let isPrivateNetwork: Bool

  /// Nil where a request is no preflight.
  init?(_ exchangeMethod: [UInt8], _ head: HeadLines) {
    guard exchangeMethod.elementsEqual("OPTIONS".utf8), head.first("Origin") != nil,
      let method = head.first("Access-Control-Request-Method")
    else { return nil }
    self.method = String(decoding: method, as: UTF8.self)
    names = head.all(Array("access-control-request-headers".utf8)).map {
      String(decoding: $0, as: UTF8.self)
    }
    isPrivateNetwork =
      head.first("Access-Control-Request-Private-Network")?.elementsEqual("true".utf8) ?? false
  }

  /// The lines that let the page's request come, whatever becomes of it then.
  ///
  /// The method that is asked for is allowed even where no route takes it: the page shall meet the
  /// 404 or 405 that explains itself, and not a failure without words.
  ///
  /// - Parameter methods: the methods of the path.
  /// - Returns: the lines beside those that every answer to a page has.
  func headers(methods: [String]) -> [Header] {
    let isKnown = methods.contains { $0.utf8.elementsEqual(method.utf8) }
    var headers = [
      Header(
        "Access-Control-Allow-Methods",
        (isKnown ? methods : methods + [method]).joined(separator: ", "))
    ]
    if !names.isEmpty {
      headers.append(Header("Access-Control-Allow-Headers", names.joined(separator: ", ")))
    }
    // Short, because a mock changes under its pages.
    headers.append(Header("Access-Control-Max-Age", "5"))
    if isPrivateNetwork {
      headers.append(Header("Access-Control-Allow-Private-Network", "true"))
    }
    return headers
  }
}
