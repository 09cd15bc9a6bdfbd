public import Understudy

/// A question to the journal: how often something was asked for, or in which order.
///
/// ```json
/// {"route": "account.login", "count": {"exactly": 1}, "withinSeconds": 5}
/// {"where": {"method": "POST", "path": "/users/{id}"}, "count": {"atMost": 3}}
/// {"order": ["account.login", {"where": {"path": "/me/profile"}}], "withinSeconds": 2}
/// ```
public struct VerificationRequest: Sendable, Hashable {
  /// Which requests are counted: those of a route; nil is any.
  public var route: String?
  /// Which requests are counted: those that fit this; nil is any.
  public var fitting: JSON?
  /// Whether only those are counted that no route took.
  public var isUnmatched: Bool
  /// What must come in this order; nil where something is counted.
  public var order: [Step]?
  /// How often; at least once where nothing is said.
  public var count: Count
  /// How long it may take until it is so, in seconds.
  public var withinSeconds: Double
  /// How long it must stay so, in seconds.
  public var settleSeconds: Double

  /// The longest that one call may wait, in seconds.
  public static let longestWaitSeconds = 3600

  /// How often.
  public enum Count: Sendable, Hashable {
    /// Neither more nor less.
    case exactly(Int)
    /// So often or more.
    case atLeast(Int)
    /// So often or less.
    case atMost(Int)
  }

  /// One step of an order.
  public struct Step: Sendable, Hashable {
    /// The route that takes it; nil is any.
    public var route: String?
    /// What it must be; nil asks for nothing.
    public var fitting: JSON?

    /// A step by its parts.
    public init(route: String? = nil, fitting: JSON? = nil) {
      self.route = route
      self.fitting = fitting
    }
  }

  /// A question by its parts.
  public init(
    route: String? = nil, fitting: JSON? = nil, isUnmatched: Bool = false, order: [Step]? = nil,
    count: Count = .atLeast(1), withinSeconds: Double = 0, settleSeconds: Double = 0
  ) {
    self.route = route
    self.fitting = fitting
    self.isUnmatched = isUnmatched
    self.order = order
    self.count = count
    self.withinSeconds = withinSeconds
    self.settleSeconds = settleSeconds
  }
}
