public import Understudy

/// The session that somebody asks for; every field may be left out, or be null.
///
/// ```json
/// {
///   "name": "checkout", "ttlSeconds": 600, "scenario": "logged out",
///   "variants": {"items.*": "empty"}, "network": {"delayMilliseconds": 200}, "port": true,
///   "tls": "expired"
/// }
/// ```
public struct SessionRequest: Sendable {
  /// What people call it; nil where it has its id alone.
  public var name: String?
  /// After how many seconds without a request or a call it ends.
  public var ttlSeconds: Double
  /// The scenario that it begins with; nil keeps the base's.
  public var scenario: String?
  /// The choices that it begins with, on top of the base's and the scenario's.
  public var variants: VariantChanges
  /// The network that it begins with; nil keeps the base's.
  public var network: NetworkConditions?
  /// Whether it wants a port of its own.
  public var wantsPort: Bool
  /// What its clients meet that speak TLS; nil is what its scenario says.
  public var tls: TLSProfile?

  /// How many characters a name may have.
  public static let nameLengths = 1...100
  /// How long a session may be idle, in seconds: up to a week.
  public static let ttlRange = 1...604_800
  /// How long a session may be idle where nothing is said, in seconds.
  public static let defaultTTL = 1800.0

  /// A request by its parts.
  public init(
    name: String? = nil, ttlSeconds: Double = defaultTTL, scenario: String? = nil,
    variants: VariantChanges = VariantChanges([]), network: NetworkConditions? = nil,
    wantsPort: Bool = false, tls: TLSProfile? = nil
  ) {
    self.name = name
    self.ttlSeconds = ttlSeconds
    self.scenario = scenario
    self.variants = variants
    self.network = network
    self.wantsPort = wantsPort
    self.tls = tls
  }

  /// Reads the object of a call.
  ///
  /// - Throws: ``Problem``, which names the field and what would be right.
  public init(json: JSON) throws(Problem) {
    let reader = try ObjectReader(
      json, known: ["name", "ttlSeconds", "scenario", "variants", "network", "port", "tls"])
    self.init(
      name: try Self.name(reader), ttlSeconds: try Self.ttl(reader),
      scenario: try reader.givenString("scenario"),
      variants: try reader.given("variants").map { json throws(Problem) in
        try VariantChanges(json, in: "variants")
      } ?? VariantChanges([]),
      network: try reader.given("network").map { json throws(Problem) in
        try NetworkConditions(json, in: "network")
      },
      wantsPort: try reader.flag("port"),
      tls: try reader.given("tls").map { value throws(Problem) in
        try TLSChoice.profile(value, "tls")
      })
  }

  /// The object of a call; what is not asked for is left out.
  public var json: JSON {
    var members: JSON.Object = [:]
    if let name { members["name"] = .string(name) }
    if ttlSeconds != Self.defaultTTL { members["ttlSeconds"] = .shortest(ttlSeconds) }
    if let scenario { members["scenario"] = .string(scenario) }
    if !variants.changes.isEmpty { members["variants"] = variants.json }
    if let network { members["network"] = network.json }
    if wantsPort { members["port"] = true }
    if let tls { members["tls"] = .string(tls.rawValue) }
    return .object(members)
  }

  private static func name(_ reader: ObjectReader) throws(Problem) -> String? {
    guard let value = reader.given("name") else { return nil }
    let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
    guard let name = value.stringValue, nameLengths.contains(name.unicodeScalars.count),
      !name.unicodeScalars.contains(where: isControl), name != "*"
    else {
      throw ObjectReader.wrong(
        "name",
        "a text of \(nameLengths.lowerBound) to \(nameLengths.upperBound) characters, "
          + "none of them a control character, and not '*', which stands for all sessions", value)
    }
    return name
  }

  private static func ttl(_ reader: ObjectReader) throws(Problem) -> Double {
    guard let value = reader.given("ttlSeconds") else { return defaultTTL }
    guard let seconds = value.doubleValue, seconds >= Double(ttlRange.lowerBound),
      seconds <= Double(ttlRange.upperBound)
    else {
      throw ObjectReader.wrong(
        "ttlSeconds",
        "a number from \(ttlRange.lowerBound) to \(ttlRange.upperBound) (seven days)", value)
    }
    return seconds
  }
}
