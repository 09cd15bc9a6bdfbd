public import Understudy
import UnderstudyAPI

/// One step of an order that a verification asks for.
///
/// ```swift
/// try await session.verify(
///   order: .route(.accountLogin), .request(RequestPattern(.get, "/me/profile")))
/// ```
public struct VerificationStep: Sendable, ExpressibleByStringLiteral {
  private let route: RouteID?
  private let pattern: RequestPattern?

  private init(route: RouteID?, pattern: RequestPattern?) {
    self.route = route
    self.pattern = pattern
  }

  /// A request of a route, by its id.
  public init(stringLiteral value: String) {
    self.init(route: RouteID(rawValue: value), pattern: nil)
  }

  /// A request of a route.
  public static func route(
    _ route: RouteID, where pattern: RequestPattern? = nil
  ) -> VerificationStep {
    VerificationStep(route: route, pattern: pattern)
  }

  /// A request that fits, whoever takes it.
  public static func request(_ pattern: RequestPattern) -> VerificationStep {
    VerificationStep(route: nil, pattern: pattern)
  }

  /// The step of a call.
  func step() throws -> VerificationRequest.Step {
    VerificationRequest.Step(route: route?.rawValue, fitting: try pattern?.json())
  }
}
