import Platform
import Understudy

/// Finds the routes that almost take a request.
///
/// ```swift
/// let search = NearMissSearch(report.entries, router)
/// search.explanation(of: request).nearest.first?.route  // users.list
/// ```
///
/// Routes at the very path come first, then the same path under other methods, then paths that
/// are a slip away: a slash, a case, a letter, a segment, a prefix.
package final class NearMissSearch: Sendable {
  private let router: Router
  private let entries: [RouteEntry]
  private let knownIndex = Lock<PathIndex?>(nil)

  /// Looks among the entries of a router, in its order.
  package init(_ entries: [RouteEntry], _ router: Router) {
    self.router = router
    self.entries = entries
  }

  /// The paths of all routes, written down when first asked for: most daemons see no miss for long.
  private var index: PathIndex {
    if let index = knownIndex.withLock({ $0 }) { return index }
    let made = PathIndex(entries.map(\.template))
    return knownIndex.withLock { index in
      if let first = index { return first }
      index = made
      return made
    }
  }

  /// How many routes of one path are looked at, and how many where there is no time.
  private static let pathLimit = 32
  private static let cheapLimit = 4
  /// How many routes of similar paths are looked at.
  private static let similarLimit = 8
  /// How much farther than the nearest route one may lie, in ranks; 16 are one slip.
  private static let spread = 40

  /// Why no route takes a request.
  ///
  /// - Parameters:
  ///   - request: a request that no route takes.
  ///   - mayLookFurther: asked once, where many routes have to be looked at; false leaves them out.
  /// - Returns: the near misses, hints, and the methods of the path.
  package func explanation(
    of request: ReceivedRequest, mayLookFurther: () -> Bool = { true }
  ) -> Explanation {
    var explanation = Explanation()
    let places = router.routes(at: request.target)
    let taking = places.filter { takes(request.method, $0) }
    let isTaken = taking.contains { isHere($0, request) }
    if !isTaken { explanation.refusedFor = methods(at: request, places) }

    var isAllowed: Bool?
    func mayLook() -> Bool {
      let answer = isAllowed ?? mayLookFurther()
      isAllowed = answer
      return answer
    }
    let isCheap = places.count <= Self.cheapLimit
    let here = nearHere(
      request, taking, places, limit: isCheap || mayLook() ? Self.pathLimit : Self.cheapLimit)
    explanation.nearest = here
    if !isTaken, here.count < Explanation.limit, mayLook() {
      explanation.nearest += similar(request, except: places)
    }
    explanation.isHasty = isAllowed == false
    explanation.mayChange = explanation.nearest.contains { $0.mayChange }
    explanation.nearest = Array(explanation.nearest.prefix(Explanation.limit))
    explanation.hints = MissHints(request, explanation).sentences
    return explanation
  }

  /// The methods that the path of a request takes, as `Allow` lists them; empty where it is no
  /// route's path.
  package func methods(at request: ReceivedRequest) -> [String] {
    methods(at: request, router.routes(at: request.target))
  }

  /// Whether a route at the path of a request answers OPTIONS itself.
  package func hasOptionsRoute(at request: ReceivedRequest) -> Bool {
    router.routes(at: request.target).contains { place in
      takes(Array(Method.options.rawValue.utf8), place) && isHere(place, request)
    }
  }

  /// The methods of all routes, as `Allow` lists them for `*` (RFC 9110, 9.3.7).
  package var methods: [String] { AllowedMethods.names(entries.map { $0.route.route.method }) }

  // MARK: - The same path

  private func methods(at request: ReceivedRequest, _ places: [Int]) -> [String] {
    let here = places.filter { isHere($0, request) }
    return here.isEmpty ? [] : AllowedMethods.names(here.map { entries[$0].route.route.method })
  }

  private func nearHere(
    _ request: ReceivedRequest, _ taking: [Int], _ places: [Int], limit: Int
  ) -> [NearMiss] {
    func nearest(_ places: [Int]) -> [NearMiss] {
      // The router's order decides between equals.
      places.map { nearMiss($0, request, path: nil) }.enumerated()
        .sorted { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) }
        .map(\.element)
    }
    let first = taking.prefix(limit)
    let others = places.lazy.filter { !self.takes(request.method, $0) }.prefix(limit - first.count)
    return nearest(Array(first)) + nearest(Array(others))
  }

  /// Whether a route is for the host of a request, or for any.
  private func isHere(_ place: Int, _ request: ReceivedRequest) -> Bool {
    entries[place].rules.host?.fits(request) ?? true
  }

  // MARK: - Similar paths

  private func similar(_ request: ReceivedRequest, except places: [Int]) -> [NearMiss] {
    let asked = RequestedPath(request.target)
    let excluded = Set(places)
    let found = index.nearest(to: asked.segments, count: Self.similarLimit) { place in
      if !excluded.isEmpty, excluded.contains(place) { return .max }
      return takes(request.method, place) ? 0 : 3
    }
    let nearest = found.first?.rank ?? 0
    let misses = found.enumerated().compactMap { order, found -> (Int, Int, NearMiss)? in
      guard found.rank <= nearest + Self.spread else { return nil }
      let template = entries[found.route].template
      let hint = PathSlip(asked.segments, template).hint
      let path = Difference(
        .path, expected: template.text, actual: asked.text, hint: hint ?? asked.hint)
      let miss = nearMiss(found.route, request, path: path)
      return (found.rank + 16 * miss.weight, order, miss)
    }
    return misses.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private func nearMiss(
    _ place: Int, _ request: ReceivedRequest, path: Difference?
  ) -> NearMiss {
    let route = entries[place].route.route
    var differences: [Difference] = []
    if !takes(request.method, place) {
      differences.append(
        Difference(
          .method, expected: route.method.rawValue,
          actual: String(decoding: request.method, as: UTF8.self)))
    }
    if let path { differences.append(path) }
    differences += entries[place].rules.differences(request)
    return NearMiss(
      route: route.id, method: route.method, path: entries[place].template.text,
      differences: differences, mayChange: entries[place].rules.mayChange)
  }

  private func takes(_ method: [UInt8], _ place: Int) -> Bool {
    let expected = entries[place].route.route.method
    return expected == .any || method.elementsEqual(expected.rawValue.utf8)
      || (expected == .get && method.elementsEqual(Method.head.rawValue.utf8))
  }
}
