public import Understudy

/// A route as the admin API lists it.
public struct RouteDescription: Sendable, Hashable {
  /// The route's id.
  public var id: String
  /// Its group's name.
  public var group: String
  /// Its method; `*` is every method.
  public var method: String
  /// Its path template.
  public var path: String
  /// What it asks of a request, in the JSON form of rules; see ``ruleFields``.
  public var rules: JSON.Object
  /// Its variants.
  public var variants: [VariantDescription]
  /// The variant that answers now; `outcome` where one was given on the spot.
  public var active: String
  /// Who decided that: `route`, `group`, `all`, `scenario` or `default`.
  public var source: String
  /// How many requests it has taken.
  public var hits: Int
  /// The route's own delay in milliseconds; nil where it inherits the network's.
  public var delayMilliseconds: Int?
  /// What is left of the lease of the choice that answers; nil where it has none.
  public var lease: Lease?
  /// How far each of its sequences and draws is that the daemon knows of.
  public var positions: [Position]

  /// How far a sequence or a draw is.
  public struct Position: Sendable, Hashable {
    /// Where it stands: the name of the variant whose outcome it is, or what tells it from others.
    public var place: String
    /// How many steps were taken.
    public var taken: Int

    /// A position by its parts.
    public init(place: String, taken: Int) {
      self.place = place
      self.taken = taken
    }
  }

  /// A variant in a listing.
  public struct VariantDescription: Sendable, Hashable {
    /// The variant's name.
    public var name: String
    /// What a client meets, in one line.
    public var summary: String
    /// The delay that it sets as its JSON form has it, a whole number, zero too, or an object that says
    /// how it is drawn; nil where it inherits the route's or the network's.
    public var delayMilliseconds: JSON?

    /// A variant by its parts.
    public init(name: String, summary: String, delayMilliseconds: JSON?) {
      self.name = name
      self.summary = summary
      self.delayMilliseconds = delayMilliseconds
    }
  }

  /// The fields that say what a route asks of a request: `query` is always there, and null where
  /// every query fits, or where `queryContaining` names a part; the others only where it has rules.
  public static let ruleFields = [
    "query", "queryContaining", "headers", "cookies", "host", "body", "requires",
  ]

  /// A route by its parts.
  public init(
    id: String, group: String, method: String, path: String, rules: JSON.Object,
    variants: [VariantDescription], active: String, source: String, hits: Int,
    delayMilliseconds: Int?, lease: Lease? = nil, positions: [Position] = []
  ) {
    self.id = id
    self.group = group
    self.method = method
    self.path = path
    self.rules = rules
    self.variants = variants
    self.active = active
    self.source = source
    self.hits = hits
    self.delayMilliseconds = delayMilliseconds
    self.lease = lease
    self.positions = positions
  }

  /// The object of an answer.
  public var json: JSON {
    var form: JSON.Object = [
      "id": .string(id), "group": .string(group), "method": .string(method), "path": .string(path),
      "query": nil,
    ]
    for (field, rule) in rules { form[field] = rule }
    form["variants"] = .array(
      variants.map { variant in
        [
          "name": .string(variant.name), "summary": .string(variant.summary),
          "delayMilliseconds": variant.delayMilliseconds ?? .null,
        ]
      })
    form["active"] = .string(active)
    form["source"] = .string(source)
    form["hits"] = .int(hits)
    form["delayMilliseconds"] = delayMilliseconds.map { JSON.int($0) } ?? .null
    form["lease"] = lease?.json ?? .null
    form["positions"] = .object(JSON.Object(positions.map { ($0.place, .int($0.taken)) }))
    return .object(form)
  }

  /// Reads the object of an answer; nil where it is none.
  ///
  /// Unknown fields are left aside, so that an older client can read a newer daemon.
  public init?(json: JSON) {
    guard let id = json["id"]?.stringValue, let group = json["group"]?.stringValue,
      let method = json["method"]?.stringValue, let path = json["path"]?.stringValue,
      let variants = json["variants"]?.arrayValue, let active = json["active"]?.stringValue,
      let source = json["source"]?.stringValue, let hits = json["hits"]?.intValue
    else { return nil }
    var rules: JSON.Object = [:]
    for field in Self.ruleFields {
      if let rule = json[field], rule != .null { rules[field] = rule }
    }
    self.init(
      id: id, group: group, method: method, path: path, rules: rules,
      variants: variants.compactMap { variant in
        guard let name = variant["name"]?.stringValue, let summary = variant["summary"]?.stringValue
        else { return nil }
        var delay = variant["delayMilliseconds"]
        if delay == .null { delay = .none }
        return VariantDescription(name: name, summary: summary, delayMilliseconds: delay)
      }, active: active, source: source, hits: hits,
      delayMilliseconds: json["delayMilliseconds"]?.intValue,
      lease: json["lease"].flatMap { try? Lease(json: $0) },
      positions: (json["positions"]?.objectValue ?? [:]).compactMap { place, taken in
        taken.intValue.map { Position(place: place, taken: $0) }
      })
  }
}
