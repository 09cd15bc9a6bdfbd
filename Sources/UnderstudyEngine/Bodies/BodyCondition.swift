/// One kind of ``BodyRule``, compiled.
protocol BodyCondition: Sendable {
  /// Whether an empty body may fit.
  var takesEmpty: Bool { get }

  /// Whether a request fits; the same as no differences, without making any.
  func fits(_ request: ReceivedRequest) -> Bool

  /// Adds in what a request does not fit.
  func addDifferences(of request: ReceivedRequest, to list: inout DifferenceList)

  /// Whether surely no request fits both; asked of both sides, so that one needs to know.
  func excludes(_ other: any BodyCondition) -> Bool
}
