public import Understudy

/// A request of the journal with all that is on record of it.
public struct RequestRecord: Sendable, Hashable {
  /// The request as listings show it.
  public var summary: RequestDescription
  /// The decoded pairs of its query, in order, with repeats; a name without `=` has no value.
  public var query: [Pair]
  /// What its client sent.
  public var request: MessageRecord
  /// What it was answered with; nil where nothing was.
  public var response: MessageRecord?
  /// The routes that almost took it, the nearest first; empty where one did.
  public var nearest: [NearMissDescription]

  /// A pair of a query.
  public struct Pair: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value; nil where there is no `=`.
    public var value: String?

    /// A pair by its parts.
    public init(name: String, value: String?) {
      self.name = name
      self.value = value
    }
  }

  /// Reads the object of an answer; nil where it is none.
  public init?(json: JSON) {
    guard let summary = RequestDescription(json: json),
      let request = json["request"].flatMap(MessageRecord.init(json:))
    else { return nil }
    self.summary = summary
    self.request = request
    query = (json["request"]?["query"]?.arrayValue ?? []).compactMap { pair in
      pair[0]?.stringValue.map { Pair(name: $0, value: pair[1]?.stringValue) }
    }
    response = json["response"].flatMap(MessageRecord.init(json:))
    nearest = (json["nearest"]?.arrayValue ?? []).compactMap(NearMissDescription.init(json:))
  }
}
