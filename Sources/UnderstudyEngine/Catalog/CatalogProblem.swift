package import Understudy

/// One thing that is wrong with a catalog or its fixtures, with the place where it is written.
package enum CatalogProblem: Error, Sendable, Hashable {
  case duplicateID(RouteID, first: SourcePlace, again: SourcePlace)
  case duplicateGroup(String, first: SourcePlace, again: SourcePlace)
  case badID(RouteID, SourcePlace)
  case badGroupName(String, SourcePlace)
  case outsideGroup(name: String, group: String, SourcePlace)
  case badTemplate(RouteID, path: String, PathTemplateProblem, SourcePlace)
  case reservedPath(RouteID, path: String, reserved: String, SourcePlace)
  case badMethod(RouteID, Method, SourcePlace)
  case rule(RuleOwner, ValueRuleProblem, SourcePlace)
  case bodyRule(RuleOwner, RuleProblem, SourcePlace)
  case ambiguous(RouteID, SourcePlace, RouteID, SourcePlace)
  case reservedVariant(RouteID, Variant, SourcePlace)
  case badVariantName(RouteID, Variant, SourcePlace)
  case duplicateVariant(RouteID, Variant, SourcePlace)
  case droppedUnknown(RouteID, Variant, SourcePlace)
  case delayOutOfRange(RouteID, SourcePlace)
  case outcome(RouteID, Variant, OutcomeProblem, SourcePlace)
  /// The outcome of an unmet requirement, of the route's own or of a group's.
  case otherwise(RouteID, OutcomeProblem, SourcePlace)
  case answer(RouteID, number: Int, OutcomeProblem, SourcePlace)
  /// No request fits both the route and the rule of its answer.
  case uselessAnswer(RouteID, number: Int, SourcePlace)
  /// A choice that a scenario or an activation makes.
  case choice(ChoiceOwner, ChoiceProblem, SourcePlace)
  case emptyScenarioName(SourcePlace)
  case duplicateScenario(String, first: SourcePlace, again: SourcePlace)
  case unknownBase(scenario: String, base: String, suggestion: String, SourcePlace)
  /// A scenario extends itself, through others in this order if there are any.
  case circularScenario(String, through: [String], SourcePlace)
  case noRoutes
}

/// What is wrong with one outcome, wherever it came from: a catalog or the admin API.
package enum OutcomeProblem: Error, Sendable, Hashable {
  case statusOutOfRange(Int)
  case badHeader(name: String)
  case delayOutOfRange
  case delayBackwards
  case sigmaOutOfRange(String)
  case rateOutOfRange(Int)
  case chunksOutOfRange(Int)
  case dribbleOutOfRange
  case pacesNothing
  case intervalOutOfRange
  case emptyStream
  case eventLines
  case dribblesStream
  case unknownVariant(Variant, suggestion: String)
  case circularReference(Variant)
  case patchesNoJSON
  case patchFails(String)
  case badPointer(String)
  case emptySequence
  case emptyWeighted
  case weightOutOfRange(Int)
  case badFixtureName(name: String, reason: String)
  case missingFixture(name: String, folder: String, closest: String?)
  case unreadableFixture(name: String, folder: String, reason: String)
  case unknownFixtureParameter(name: String, parameter: String, known: [String])
  /// It is compressed and has no body.
  case compressesNothing
  /// It is compressed and says itself how its body is coded.
  case alreadyCoded
  case placeholder(PlaceholderProblem, in: String)
  /// A fault that breaks the default's answer stands in the default.
  case faultOfDefault(String)
  /// A status or headers lie around a fault that sends no answer.
  case faultWithoutAnswer(String)
  /// A status that has no body lies around a fault that breaks one.
  case faultWithoutBody(String, status: Int)
  /// A status that does not redirect lies around an endless redirect.
  case faultWithoutRedirect(Int)
  case faultPlaceNegative(Int)
  case uploadRateOutOfRange(Int)
  case uploadPlaceNegative(Int)
  /// It says what happens while a body comes that has come already.
  case uploadTooLate
  /// It says what happens while a body comes, and that body is read to find the route, or its outcome:
  /// by rules of the other route.
  case decidedByBody(RouteID, reader: RouteID)
  /// A body is refused with what is no answer in one piece.
  case refusesWithoutAnswer
  case refusalReadsBody
  case refusalHasUpload
}
