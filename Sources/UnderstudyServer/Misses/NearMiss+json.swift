import Understudy
import UnderstudyEngine

extension NearMiss {
  /// The object in `nearest`.
  var json: JSON {
    [
      "route": .string(route.rawValue), "method": .string(method.rawValue),
      "path": .string(path), "differences": .array(differences.map(\.json)),
    ]
  }
}

extension Difference {
  /// The object in `differences`; what is missing is null.
  var json: JSON {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    var object: JSON.Object = [
      "part": .string(part.rawValue), "name": text(name), "expected": text(expected),
      "actual": text(actual),
    ]
    if let hint { object["hint"] = .string(hint) }
    return .object(object)
  }
}
