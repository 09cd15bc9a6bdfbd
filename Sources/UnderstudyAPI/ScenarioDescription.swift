public import Understudy

/// A scenario as the admin API lists it.
///
/// ```json
/// {
///   "name": "logged out", "from": null, "active": false,
///   "choices": {"me.*": "unauthorized", "items.list": {"outcome": {"status": 402}}},
///   "routes": [{"id": "me.profile", "variant": "unauthorized", "active": "default"}]
/// }
/// ```
public struct ScenarioDescription: Sendable, Hashable {
  /// Its name.
  public var name: String
  /// The scenario that it extends; nil where it extends none.
  public var base: String?
  /// Whether it is the one that is chosen.
  public var isActive: Bool
  /// Its choices by route id, `group.*` or `*`, own and inherited in one; see ``VariantChanges``.
  public var choices: JSON
  /// The routes that it would change.
  public var routes: [Change]
  /// What clients meet that speak TLS; nil where that is nothing.
  public var tls: TLSProfile?

  /// What a scenario means for one route.
  public struct Change: Sendable, Hashable {
    /// The route's id.
    public var id: String
    /// The variant that it would answer with; `outcome` where the scenario has one on the spot.
    public var variant: String
    /// The variant that answers now.
    public var active: String

    /// A change by its parts.
    public init(id: String, variant: String, active: String) {
      self.id = id
      self.variant = variant
      self.active = active
    }
  }

  /// A scenario by its parts.
  public init(
    name: String, base: String?, isActive: Bool, choices: JSON, routes: [Change],
    tls: TLSProfile? = nil
  ) {
    self.name = name
    self.base = base
    self.isActive = isActive
    self.choices = choices
    self.routes = routes
    self.tls = tls
  }

  /// The object of an answer.
  public var json: JSON {
    var members: JSON.Object = [
      "name": .string(name), "from": base.map { .string($0) } ?? .null, "active": .bool(isActive),
      "choices": choices,
      "routes": .array(
        routes.map {
          ["id": .string($0.id), "variant": .string($0.variant), "active": .string($0.active)]
        }),
    ]
    if let tls { members["tls"] = .string(tls.rawValue) }
    return .object(members)
  }

  /// Reads the object of an answer; nil where it is none.
  public init?(json: JSON) {
    guard let name = json["name"]?.stringValue, let isActive = json["active"]?.boolValue,
      let choices = json["choices"], let routes = json["routes"]?.arrayValue
    else { return nil }
    self.init(
      name: name, base: json["from"]?.stringValue, isActive: isActive, choices: choices,
      routes: routes.compactMap { route in
        guard let id = route["id"]?.stringValue, let variant = route["variant"]?.stringValue,
          let active = route["active"]?.stringValue
        else { return nil }
        return Change(id: id, variant: variant, active: active)
      }, tls: json["tls"]?.stringValue.flatMap(TLSProfile.init))
  }
}
