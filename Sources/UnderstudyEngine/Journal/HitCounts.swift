/// How many requests each route of a world has taken: a world that calls few routes is small.
struct HitCounts: Sendable {
  private var few: [(route: Int, count: Int)] = []
  private var all: [Int] = []

  /// From so many routes on a table is quicker.
  private static let limit = 8

  subscript(route: Int) -> Int {
    route < all.count ? all[route] : few.first { $0.route == route }?.count ?? 0
  }

  mutating func add(_ route: Int) {
    if route < all.count {
      all[route] += 1
    } else if let place = few.firstIndex(where: { $0.route == route }) {
      few[place].count += 1
    } else {
      few.append((route, 1))
      if few.count > Self.limit { tabulate() }
    }
  }

  private mutating func tabulate() {
    let last = few.map(\.route).max() ?? 0
    all += Array(repeating: 0, count: last + 1 - all.count)
    for (route, count) in few { all[route] += count }
    few = []
  }
}
