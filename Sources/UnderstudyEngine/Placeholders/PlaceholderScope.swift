import Understudy

/// What placeholders may name in one route.
struct PlaceholderScope: Sendable {
  let template: PathTemplate
  let query: QueryRules
  /// The number of `{{counter}}`: how many answers of the route have had one.
  let counter: CellID

  init(template: PathTemplate, query: QueryRules, counter: CellID = .fleeting) {
    self.template = template
    self.query = query
    self.counter = counter
  }

  /// The scope of a route's outcomes, also of those that are given on the spot.
  init(_ route: RouteEntry) {
    self.init(
      template: route.template, query: route.route.rules.query, counter: route.counter)
  }

  /// Whether the route's rules let a query have the name.
  func canHave(query name: String) -> Bool {
    !query.isStrict || query.pairs.contains { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// All placeholders of the route, for whoever misspelt one.
  var known: [String] {
    ["base", "now", "uuid", "counter", "body/", "header."]
      + template.names.map { "path.\($0)" } + query.pairs.map { "query.\($0.name)" }
  }
}
