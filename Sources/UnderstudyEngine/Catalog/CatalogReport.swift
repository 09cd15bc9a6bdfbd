package import Understudy

/// Everything that is wrong with a catalog and its fixtures, found in one run.
package struct CatalogReport: Sendable {
  /// What keeps a daemon from starting, in the order of the catalog.
  package let problems: [CatalogProblem]
  /// What is odd and does no harm.
  package let warnings: [String]
  /// The routes that can be read.
  package let entries: [RouteEntry]

  /// Checks a catalog.
  package init(_ catalog: Catalog, fixtures: FixtureStore) {
    let routes = catalog.routes
    var problems: [CatalogProblem] = routes.isEmpty ? [.noRoutes] : []
    problems += GroupCheck.problems(of: catalog, fixtures)
    problems += Self.duplicates(routes)
    var entries: [RouteEntry] = []
    var warnings: [String] = []
    var sound = SoundFailures()
    for (index, route) in routes.enumerated() {
      problems += RouteCheck.problems(of: route, fixtures)
      do throws(PathTemplateProblem) {
        let template = try PathTemplate(route.path.isEmpty ? "/" : route.path)
        let entry = RouteEntry(
          index: index, route: route, template: template, fixtures: fixtures)
        entries.append(entry)
        problems += RouteOutcomesCheck(entry, fixtures).problems(passingOver: &sound)
        warnings += BodyWarnings(entry, fixtures).texts
      } catch {
        problems.append(
          .badTemplate(route.route.id, path: route.path, error, route.route.place))
      }
    }
    problems += AmbiguityCheck.problems(of: entries)
    let uploads = UploadCheck(HeadDecision(entries))
    problems += entries.flatMap(uploads.problems)
    let choices = ChoiceCheck(routes, entries, fixtures)
    problems += choices.problems(ofActivations: routes.map(\.route))
    problems += ScenarioCheck(catalog.scenarios, choices).problems
    self.problems = problems
    self.warnings = warnings
    self.entries = entries
  }

  private static func duplicates(_ routes: [CatalogRoute]) -> [CatalogProblem] {
    var first: [RouteID: SourcePlace] = [:]
    return routes.compactMap { route in
      let id = route.route.id
      defer { first[id] = first[id] ?? route.route.place }
      return first[id].map { .duplicateID(id, first: $0, again: route.route.place) }
    }
  }
}
