/// One kind of ``BodyRule``, compiled.
protocol BodyCondition: Sendable {
  /// Whether the same request may fit at one time and not at another.
  var mayChange: Bool { get }

  /// Whether an empty body may fit.
  var takesEmpty: Bool { get }

  /// Whether a request fits; the same as no differences, without making any.
  func fits(_ request: ReceivedRequest) -> Bool

  /// Adds in what a request does not fit.
  func addDifferences(of request: ReceivedRequest, to list: inout DifferenceList)

  /// Whether surely no request fits both; asked of both sides, so that one needs to know.
  func excludes(_ other: any BodyCondition) -> Bool
}

extension BodyCondition {
  /// Most rules look at the request alone.
  var mayChange: Bool { false }
}
