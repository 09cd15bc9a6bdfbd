package import Understudy

/// Everything that is wrong with a catalog and its fixtures, found in one run.
package struct CatalogReport: Sendable {
  /// What keeps a daemon from starting, in the order of the catalog.
  package let problems: [CatalogProblem]
  /// What is odd and does no harm.
  package let warnings: [String]
  /// The routes that can be read.
  package let entries: [RouteEntry]

  /// The names of the routes and their groups.
  package let names: SelectorNames

  /// Checks a catalog.
  ///
  /// - Parameters:
  ///   - catalog: the routes and scenarios.
  ///   - fixtures: where the files of outcomes are.
  ///   - maker: makes the answers of a daemon that is to serve the catalog: the plans of defaults are kept
  ///     for it. Nil where nobody serves.
  package init(_ catalog: Catalog, fixtures: FixtureStore, maker: ReplyMaker? = nil) {
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
        problems += RouteOutcomesCheck(entry, fixtures, maker).problems(passingOver: &sound)
        warnings += BodyWarnings(entry, fixtures).texts
      } catch {
        problems.append(
          .badTemplate(route.route.id, path: route.path, error, route.route.place))
      }
    }
    problems += AmbiguityCheck.problems(of: entries)
    let uploads = UploadCheck(HeadDecision(entries))
    problems += entries.flatMap(uploads.problems)
    let names = SelectorNames(routes)
    let choices = ChoiceCheck(names, entries, fixtures)
    problems += choices.problems(ofActivations: routes)
    problems += ScenarioCheck(catalog.scenarios, choices).problems
    self.problems = problems
    self.warnings = warnings
    self.entries = entries
    self.names = names
  }

  private static func duplicates(_ routes: [CatalogRoute]) -> [CatalogProblem] {
    var first: [RouteID: SourcePlace] = Dictionary(minimumCapacity: routes.count)
    return routes.compactMap { route in
      let id = route.route.id
      if let place = first[id] {
        return .duplicateID(id, first: place, again: route.route.place)
      }
      first[id] = route.route.place
      return nil
    }
  }
}
