import Understudy

/// The body is a GraphQL request over JSON (GraphQL over HTTP, 5.4).
struct GraphQLBody: BodyCondition {
  private let operation: ValueMatcher
  private let variables: JSONMatcher?

  init(_ operation: ValueRule, _ variables: JSONRule?) {
    self.operation = ValueMatcher(operation)
    self.variables = variables.map { JSONMatcher($0, isExact: true) }
  }

  var takesEmpty: Bool { false }

  func fits(_ request: ReceivedRequest) -> Bool {
    guard case .success(let document) = request.content.json else { return false }
    return fits(document)
  }

  private func fits(_ document: JSON) -> Bool {
    guard case .object(let members) = document, case .name(let name) = Self.operation(of: members),
      operation.takes(Array(name.utf8)[...]) == .fits
    else { return false }
    return variables?.fits(Self.variables(of: members)) ?? true
  }

  func addDifferences(of request: ReceivedRequest, to list: inout DifferenceList) {
    switch request.content.json {
    case .success(.object(let members)): addDifferences(of: members, to: &list)
    case .success(let value):
      list.add(expected: "a GraphQL request", actual: JSONWords.kindAndText(value))
    case .failure(let fault): list.add(fault, expected: "a GraphQL request")
    }
  }

  private func addDifferences(of members: JSON.Object, to list: inout DifferenceList) {
    list.at(.key("operationName")) { list in
      switch Self.operation(of: members) {
      case .name(let name): list.addText(Array(name.utf8)[...], operation)
      case .unknown(let reason): list.add(expected: operation.clippedWords, actual: reason)
      }
    }
    if let variables {
      list.at(.key("variables")) {
        variables.addDifferences(of: Self.variables(of: members), to: &$0)
      }
    }
  }

  func excludes(_ other: any BodyCondition) -> Bool {
    if let other = other as? GraphQLBody {
      if operation.excludes(other.operation, .pairs) { return true }
      guard let variables, let others = other.variables else { return false }
      return variables.excludes(others)
    }
    guard let literal = (other as? JSONBody)?.matcher.literal else { return false }
    return !fits(literal)
  }

  private enum Operation {
    case name(String)
    case unknown(String?)
  }

  /// The operation that is asked for: by its own member, else by the only one of the document.
  private static func operation(of members: JSON.Object) -> Operation {
    switch members["operationName"] {
    case .string(let name)?: return .name(name)
    case .null?, nil: break
    case let other?: return .unknown(JSONWords.kindAndText(other))
    }
    guard let query = members["query"]?.stringValue else { return .unknown(nil) }
    let operations = GraphQLDocument.operationNames(in: query)
    guard operations.count <= 1 else {
      return .unknown("\(operations.count) operations, and no operationName that chooses one")
    }
    return (operations.first ?? nil).map { .name($0) } ?? .unknown("an operation without a name")
  }

  /// The variables; those that are left out or null are none.
  private static func variables(of members: JSON.Object) -> JSON {
    guard let variables = members["variables"], variables != .null else { return [:] }
    return variables
  }
}
