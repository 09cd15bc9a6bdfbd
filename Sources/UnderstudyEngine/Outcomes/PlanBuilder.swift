import MicroHTTPD
import Understudy

/// Makes plans for the outcomes of one route.
struct PlanBuilder: Sendable {
  unowned let route: RouteEntry
  /// Where the positions of sequences and weighted outcomes are kept.
  let bank: CellBank.Cells
  let fixtures: FixtureStore
  let maker: ReplyMaker

  /// Makes the plan of an outcome whose references have been followed.
  ///
  /// - Throws: ``OutcomeProblem``, also where a part leads back to the outcome around it.
  func plan(_ recipe: Recipe, variant: String) throws(OutcomeProblem) -> Plan {
    try plan(
      recipe, variant: variant, key: recipe.origin.rawValue, routeDelay: route.route.route.delay)
  }

  /// Makes the plan of an outcome that a closure has computed: it inherits the closure's delay.
  func computedPlan(_ recipe: Recipe, variant: String) throws(OutcomeProblem) -> Plan {
    try plan(recipe, variant: variant, key: recipe.origin.rawValue, routeDelay: nil)
  }

  // `key` names the place of the outcome among the route's, for its position if it has one;
  // `routeDelay` is nil inside a sequence or a weighted outcome, whose parts inherit.
  private func plan(
    _ recipe: Recipe, variant: String, key: String, routeDelay: Duration?
  ) throws(OutcomeProblem) -> Plan {
    let outcome = recipe.outcome
    let scope = PlaceholderScope(route)
    let transforms = try recipe.transforms.map { (transform) throws(OutcomeProblem) in
      try transform.read(scope)
    }
    let kind: Plan.Kind
    switch outcome.action {
    case .bare, .json, .text, .data, .redirect: kind = try answer(outcome, transforms, scope)
    case .held: kind = .held
    case .fault(.redirectLoop): kind = .redirectLoop(try RedirectLoop(outcome, transforms, scope))
    case .stream(let stream):
      let plan = StreamPlan(stream, outcome, transforms, scope)
      if let problem = plan.problems.first { throw problem }
      kind = .stream(plan)
    case .fault(let fault): kind = .fault(fault)
    case .dynamic(let computation):
      kind = .dynamic(
        DynamicPlan(
          computation: computation, outcome: outcome, transforms: recipe.transforms, builder: self))
    case .fixture(let text, let ifMissing):
      kind = .fixture(
        FixturePlan(
          try FixtureName(text), outcome, transforms, scope,
          ifMissing: try inner(ifMissing, recipe, variant, "\(key).ifMissing"),
          store: fixtures))
    case .sequence(let outcomes, let end):
      let steps = try parts(outcomes, recipe, variant, key)
      guard !steps.isEmpty else { throw .emptySequence }
      kind = .sequence(SequencePlan(steps: steps, end: end, position: bank.cell(key)))
    case .weighted(let choices, let seed):
      if let problem = OutcomeCheck.weightProblems(choices).first { throw problem }
      kind = .weighted(
        WeightedPlan(
          choices: try parts(choices.map(\.outcome), recipe, variant, key),
          weights: choices.map(\.weight), seed: seed, position: bank.cell(key)))
    // References were followed: a recipe has none.
    case .variant(let name): throw .circularReference(name)
    case .patched: throw .patchesNoJSON
    }
    // The delays of a route and of the network are those of answers: what is held has none.
    var ownDelay = outcome.delay ?? routeDelay.map { .fixed($0) }
    if case .held = kind { ownDelay = outcome.delay }
    return Plan(
      route: route, variant: variant, kind: kind,
      ownDelay: ownDelay.map { PlanDelay($0, bank.cell("\(key) delay")) },
      addedDelay: recipe.addedDelay, pace: outcome.pace.map { Pace($0) },
      upload: try upload(recipe, variant, key), maker: maker)
  }

  /// The outcomes of which a request takes one, with what lies around them all.
  private func parts(
    _ outcomes: [Outcome], _ outer: Recipe, _ variant: String, _ key: String
  ) throws(OutcomeProblem) -> [Plan] {
    var plans: [Plan] = []
    for (index, outcome) in outcomes.enumerated() {
      var recipe = try route.table.recipe(outcome, origin: outer.origin, visited: outer.path)
      var around = outer.outcome
      around.delay = nil
      around.pace = nil
      around.upload = nil
      recipe.overlay(around)
      recipe.transforms += outer.transforms
      // A part that refers to another variant shares that one's position.
      let key = recipe.origin == outer.origin ? "\(key).\(index)" : recipe.origin.rawValue
      plans.append(try plan(recipe, variant: variant, key: key, routeDelay: nil))
    }
    return plans
  }

  /// An answer that is prepared where it can be.
  private func answer(
    _ outcome: Outcome, _ transforms: [Transform], _ scope: PlaceholderScope
  ) throws(OutcomeProblem) -> Plan.Kind {
    if !outcome.mayHavePlaceholders, transforms.allSatisfy(\.isFixed) {
      return .fixed(FixedPlan(outcome, transforms))
    }
    var answer = Answer(outcome)
    if maker.sharesReplies { answer.validators = outcome.validators }
    let template = AnswerTemplate(
      answer, scope, body: outcome.fillsBody ? .outcome : nil)
    if let problem = template.problems.first { throw problem }
    return template.isFixed && transforms.allSatisfy(\.isFixed)
      ? .fixed(FixedPlan(outcome, transforms))
      : .filled(FilledPlan(template: template, transforms: transforms, scope: scope))
  }

  /// What happens while the body comes.
  private func upload(
    _ recipe: Recipe, _ variant: String, _ key: String
  ) throws(OutcomeProblem) -> UploadPlan? {
    guard let upload = recipe.outcome.upload else { return nil }
    var plan = UploadPlan(
      bytesPerSecond: upload.bytesPerSecond, withholdsContinue: upload.withholdsContinue)
    switch upload.breaking {
    case .reset(let after)?: plan.breaking = .reset(after: after)
    case .refused(let after, let outcome)?:
      plan.breaking = .refused(
        after: after, try refusal(outcome, recipe, variant, "\(key).refused"))
    case nil: break
    }
    return plan
  }

  /// What answers a body that has only begun.
  private func refusal(
    _ outcome: Outcome, _ outer: Recipe, _ variant: String, _ key: String
  ) throws(OutcomeProblem) -> Plan {
    var recipe = try route.table.recipe(outcome, origin: outer.origin, visited: outer.path)
    if outer.outcome.braces == .verbatim { recipe.makeVerbatim() }
    if recipe.transforms.contains(where: \.breaksOff) { throw .refusesWithoutAnswer }
    if outcome.mentionsUpload { throw .refusalHasUpload }
    // What a variant says of the body that it answers is not about one that has been refused.
    recipe.outcome.upload = nil
    let plan = try plan(recipe, variant: variant, key: key, routeDelay: nil)
    if plan.hasUpload { throw .refusalHasUpload }
    if !plan.isPlainAnswer { throw .refusesWithoutAnswer }
    if plan.readsBody { throw .refusalReadsBody }
    return plan
  }

  private func inner(
    _ outcome: Outcome?, _ outer: Recipe, _ variant: String, _ key: String
  ) throws(OutcomeProblem) -> Plan? {
    guard let outcome else { return nil }
    var recipe = try route.table.recipe(outcome, origin: outer.origin, visited: outer.path)
    if outer.outcome.braces == .verbatim { recipe.makeVerbatim() }
    // What changes the default's JSON has nothing to say about the answer in its place.
    recipe.transforms += outer.transforms.filter(\.isOfTheWire)
    return try plan(recipe, variant: variant, key: key, routeDelay: nil)
  }
}
