/// What is wrong with a rule of a query, a header, a cookie or a host.
package enum ValueRuleProblem: Error, Sendable, Hashable {
  case repeated(Place)
  case badName(Place)
  case badPattern(Place, pattern: String, reason: String, offset: Int)
  /// A kind of rule that the place cannot meet.
  case misplaced(Place, Kind)
  /// `.optional` or a list inside another rule.
  case nested(Place, Kind)
  case empty(Place, Kind)
  case badHost(String)

  /// Where a rule stands.
  package enum Place: Sendable, Hashable {
    case query(String)
    case header(String)
    case cookie(String)
    case clientCertificate
  }

  /// The kinds of rules that do not fit everywhere.
  package enum Kind: String, Sendable, Hashable {
    case optional = ".optional"
    case oneOf = ".oneOf"
    case flag = ".flag"
    case list
    case token = ".token"
    case bearer = ".bearer"
    case basic = ".basic"
  }

  /// What is wrong and what to do, as a sentence without its subject and full stop.
  package var message: String {
    switch self {
    case .repeated(let place): "has two rules for \(place.words)"
    case .badName(.header(let name)):
      "has a rule for the header '\(name)', which is no name of a header (RFC 9110, 5.1)"
    case .badName(let place):
      "has a rule for \(place.words), which is no name of a cookie (RFC 6265, 4.1.1)"
    case .badPattern(let place, let pattern, let reason, let offset):
      "has the pattern '\(pattern)' for \(place.words), which cannot be compiled: \(reason) "
        + "(at byte \(offset))"
    case .misplaced(let place, let kind):
      "has \(kind.words) for \(place.words), but \(kind.home(place))"
    case .nested(let place, let kind):
      "has \(kind.words) inside another rule for \(place.words); it must stand outermost"
    case .empty(let place, let kind):
      "has \(kind.words) without values for \(place.words), which nothing fits"
    case .badHost(let text):
      "has the host '\(text)', which is none: write a name, maybe with a port, such as "
        + "'api.example.test:8080'"
    }
  }
}

extension ValueRuleProblem.Place {
  /// The place in a sentence.
  var words: String {
    switch self {
    case .query(let name): "the query name '\(name)'"
    case .header(let name): "the header '\(name)'"
    case .cookie(let name): "the cookie '\(name)'"
    case .clientCertificate: "the client's certificate"
    }
  }
}

extension ValueRuleProblem.Kind {
  fileprivate var words: String { self == .list ? "a list" : rawValue }

  /// Where the kind belongs, for a sentence about another place.
  fileprivate func home(_ place: ValueRuleProblem.Place) -> String {
    switch self {
    case .flag: "only names of a query or a form stand without '='"
    case .list:
      switch place {
      case .cookie: "a cookie has one value"
      case .clientCertificate: "it has one subject"
      case .query, .header: "this header has one line"
      }
    case .token: "only header lines are lists of tokens"
    case .bearer, .basic: "only the header 'Authorization' holds credentials"
    case .optional, .oneOf: "it belongs elsewhere"
    }
  }
}
