package import Understudy

/// The names by which choices are made for routes: an id, `group.*`, or `*`.
package struct SelectorNames: Sendable {
  /// All ids, in the order of the catalog.
  package let ids: [String]
  /// The prefixes that stand for groups, such as `items.*`.
  package let groups: [String]
  private let placesByID: [[UInt8]: Int]

  /// The names of a catalog's routes and groups; of two routes with one id, the first has it.
  package init(_ routes: [CatalogRoute]) {
    ids = routes.map(\.route.id.rawValue)
    var seen: Set<String> = []
    groups = routes.flatMap { route in
      route.groups.map(\.name).filter { seen.insert($0).inserted }.map { "\($0).*" }
    }
    placesByID = Dictionary(ids.enumerated().map { (Array($1.utf8), $0) }) { first, _ in first }
  }

  /// The place of a route in the catalog; nil where no route has the id.
  package func place(of id: String) -> Int? { placesByID[Array(id.utf8)] }

  /// The routes that a name stands for.
  ///
  /// - Throws: ``SwitchProblem/unknownSelector(_:suggestion:)``.
  package func selector(_ name: String) throws(SwitchProblem) -> Selector {
    if let selector = find(name) { return selector }
    throw .unknownSelector(name, suggestion: suggestion(for: name))
  }

  /// The routes that a name stands for; nil where it is neither a route's nor a group's.
  package func find(_ name: String) -> Selector? {
    if name.utf8.elementsEqual("*".utf8) { return .all }
    if let place = place(of: name) { return .route(place) }
    if name.utf8.suffix(2).elementsEqual(".*".utf8) {
      let prefix = String(name.dropLast())
      if ids.contains(where: { $0.utf8.starts(with: prefix.utf8) }) { return .prefix(prefix) }
    }
    return nil
  }

  /// " Did you mean '…'?" for a name that stands for nothing; nothing where no name is close.
  package func suggestion(for name: String) -> String {
    // Who names a group without its star means all of it.
    groups.contains("\(name).*")
      ? " Did you mean '\(name).*'?" : Spelling.suggestion(for: name, among: ids + groups)
  }

  /// The places in the catalog of the routes that a selector reaches.
  package func places(of selector: Selector) -> [Int] {
    switch selector {
    case .route(let place): [place]
    case .prefix(let prefix): ids.indices.filter { ids[$0].utf8.starts(with: prefix.utf8) }
    case .all: Array(ids.indices)
    }
  }

  /// The name that stands for a selector's routes.
  package func name(of selector: Selector) -> String {
    switch selector {
    case .route(let place): ids[place]
    case .prefix(let prefix): "\(prefix)*"
    case .all: "*"
    }
  }
}
