package import Understudy

/// The routes of one daemon, frozen into a trie over the segments of their paths.
///
/// Building a router never fails; what is wrong with a catalog is ``CatalogReport``'s to find, and
/// a router leaves out what cannot be read. Looking up allocates nothing while the path needs no
/// decoding and no query has to be compared.
///
/// ```swift
/// let router = Router(catalog.routes)
/// router.match(request)  // an index
/// ```
///
/// When several routes fit, the most literal wins, segment by segment from the left: literal, then
/// narrowed, mixed, free, and the rest. Between routes with one template, priority decides, then
/// the number of conditions, then a method that is named. The order in which routes are written
/// never decides.
package struct Router: Sendable {
  private let trie: RouteTrie

  /// Freezes the routes of a catalog; an index that is found later counts in this array.
  package init(_ routes: [CatalogRoute], fixtures: FixtureStore? = nil) {
    self.init(
      routes.enumerated().compactMap { index, route in
        (try? PathTemplate(route.path.isEmpty ? "/" : route.path)).map { template in
          RouteEntry(index: index, route: route, template: template, fixtures: fixtures)
        }
      })
  }

  /// Freezes routes, whose rules it shares; an index that is found later is that of an entry.
  package init(_ entries: [RouteEntry]) {
    trie = RouteTrie(entries)
  }

  /// The route for a request; nil where none fits.
  ///
  /// HEAD is answered by the route that answers GET where no route names HEAD (RFC 9110, 9.3.2).
  package func match(_ request: ReceivedRequest) -> Int? {
    let method = MethodKey(request.method)
    let hasQuery = !request.target.query.isEmpty
    // Among routes of one rank the better comes first, whether it names its method or not.
    func first(_ range: Range<Int>, _ key: MethodKey, orAny: Bool) -> Int? {
      for place in range
      where takes(place, key, request.method) || (orAny && trie.keys[place] == .any) {
        // Most routes ask for nothing but an empty query: their rules need no look.
        if trie.areBare[place] ? !hasQuery : trie.rules[place].fits(request) {
          return trie.routes[place]
        }
      }
      return nil
    }
    return trie.search(request.target) { range in
      guard method == .head else { return first(range, method, orAny: true) }
      return first(range, .head, orAny: false) ?? first(range, .get, orAny: true)
    }
  }

  /// The route for a request, where no rule but that of an empty query has to be looked at for it.
  ///
  /// - Parameters:
  ///   - target: the request's target.
  ///   - method: its method.
  /// - Returns: the route; nil where ``match(_:)`` may find one or not.
  package func matchBare(_ target: Target, _ method: [UInt8]) -> Int? {
    let key = MethodKey(method)
    // HEAD has an order of its own.
    guard target.query.isEmpty, key != .head else { return nil }
    var isOpen = false
    let found = trie.search(target) { range in
      for place in range where trie.keys[place] == .any || takes(place, key, method) {
        // One that has rules may take it, before any other does.
        if !trie.areBare[place] { isOpen = true }
        return trie.routes[place]
      }
      return nil
    }
    return isOpen ? nil : found
  }

  /// Whether the route at a place of the trie names a method.
  private func takes(_ place: Int, _ key: MethodKey, _ method: [UInt8]) -> Bool {
    trie.keys[place] == key && (key.isWhole || trie.longMethods[place] == method)
  }

  /// The routes whose path takes the target, whatever their method and query, best first.
  package func routes(at target: Target) -> [Int] {
    var found: [Int] = []
    _ = trie.search(target) { range in
      found += trie.routes[range]
      return nil
    }
    return found
  }

  /// The routes whose path and method take a request that has only begun, best first.
  package func routes(at target: Target, method: [UInt8]) -> [Int] {
    let key = MethodKey(method)
    var found: [Int] = []
    _ = trie.search(target) { range in
      for place in range {
        let own = trie.keys[place]
        let isTaken = own == .any || takes(place, key, method) || (key == .head && own == .get)
        if isTaken { found.append(trie.routes[place]) }
      }
      return nil
    }
    return found
  }
}

extension Router {
  /// The route that takes a request whose head alone has come; nil where none does, or its body may
  /// yet decide.
  package func matchHead(_ request: ReceivedRequest) -> Int? {
    let key = MethodKey(request.method)
    var isOpen = false
    let found = trie.search(request.target) { range in
      for place in range
      where takes(place, key, request.method) || trie.keys[place] == .any {
        guard trie.rules[place].fitsHead(of: request) else { continue }
        isOpen = isOpen || trie.rules[place].needsBody
        return trie.routes[place]
      }
      return nil
    }
    return isOpen ? nil : found
  }
}

/// A method, compared without looking at its bytes one by one.
struct MethodKey: Hashable, Sendable {
  /// The length, and as many bytes as have room behind it.
  private let bits: UInt64
  /// Whether that is all of it, as it is of all usual ones.
  let isWhole: Bool

  /// Every method.
  static let any = MethodKey([])
  static let get = MethodKey(Array("GET".utf8))
  static let head = MethodKey(Array("HEAD".utf8))

  init(_ method: [UInt8]) {
    var bits = UInt64(min(method.count, 255))
    for byte in method.prefix(7) { bits = bits << 8 | UInt64(byte) }
    self.bits = bits
    isWhole = method.count <= 7
  }
}
