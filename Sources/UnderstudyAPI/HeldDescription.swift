public import Understudy

/// A held request as the admin API lists it: a request of the journal, and how long it has waited.
///
/// ```json
/// {"seq": 7, "route": "users.list", "variant": "timeout", …, "heldMilliseconds": 1250.5}
/// ```
public struct HeldDescription: Sendable, Hashable {
  /// The request.
  public var request: RequestDescription
  /// For how long it has been held.
  public var heldMilliseconds: Double

  /// A held request by its parts.
  public init(_ request: RequestDescription, heldMilliseconds: Double) {
    self.request = request
    self.heldMilliseconds = heldMilliseconds
  }

  /// The object of an answer.
  public var json: JSON {
    var members = request.json.objectValue ?? [:]
    members["heldMilliseconds"] = .shortest(heldMilliseconds)
    return .object(members)
  }

  /// Reads the object of an answer; nil where it is none.
  public init?(json: JSON) {
    guard let request = RequestDescription(json: json),
      let milliseconds = json["heldMilliseconds"]?.doubleValue
    else { return nil }
    self.init(request, heldMilliseconds: milliseconds)
  }
}
