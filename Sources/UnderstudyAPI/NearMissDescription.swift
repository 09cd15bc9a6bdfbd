public import Understudy

/// A route that almost took a request.
///
/// ```json
/// {
///   "route": "items.list", "method": "GET", "path": "/items",
///   "differences": [{"part": "query", "name": "page", "expected": "1", "actual": "2"}]
/// }
/// ```
public struct NearMissDescription: Sendable, Hashable {
  /// The route's id.
  public var route: String
  /// Its method; `*` is every method.
  public var method: String
  /// Its path template.
  public var path: String
  /// All that kept it from taking the request.
  public var differences: [DifferenceDescription]

  /// A near miss by its parts.
  public init(
    route: String, method: String, path: String, differences: [DifferenceDescription]
  ) {
    self.route = route
    self.method = method
    self.path = path
    self.differences = differences
  }

  /// Reads the object of an answer; nil where it is none.
  public init?(json: JSON) {
    guard let route = json["route"]?.stringValue, let method = json["method"]?.stringValue,
      let path = json["path"]?.stringValue, let differences = json["differences"]?.arrayValue
    else { return nil }
    self.init(
      route: route, method: method, path: path,
      differences: differences.compactMap(DifferenceDescription.init(json:)))
  }
}
