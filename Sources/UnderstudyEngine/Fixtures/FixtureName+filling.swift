extension FixtureName {
  /// Why a value of a request cannot stand in the name of a file.
  package enum Refusal: Error, Sendable, Hashable {
    case missing(parameter: String)
    case empty(parameter: String)
    case hidden(parameter: String)
    case separator(parameter: String)
    case parentFolder(parameter: String)
    case nul(parameter: String)

    /// What is wrong, for the miss.
    package var message: String {
      switch self {
      case .missing(let name): "the request has no value for '{\(name)}'"
      case .empty(let name): "'{\(name)}' is empty"
      case .hidden(let name): "'{\(name)}' begins with a dot"
      case .separator(let name): "'{\(name)}' contains a separator of folders"
      case .parentFolder(let name): "'{\(name)}' contains '..'"
      case .nul(let name): "'{\(name)}' contains a NUL"
      }
    }
  }

  /// The file's name for a request.
  ///
  /// A value may not be empty, hidden, absolute, contain a separator, a NUL or `..`, so that it
  /// never leads to another folder; only a parameter that takes several segments has folders, and
  /// each of them keeps the same rules.
  ///
  /// - Parameters:
  ///   - template: the template of the route that the target fits.
  ///   - target: the request's target.
  /// - Returns: the bytes of the name.
  /// - Throws: ``Refusal``, which makes the request a miss.
  package func filled(
    by template: PathTemplate, _ target: Target
  ) throws(Refusal) -> [UInt8] {
    let parameters = template.parameters(in: target) ?? [:]
    var name: [UInt8] = []
    for part in parts {
      switch part {
      case .literal(let text): name += text
      case .path(let parameter):
        guard let value = parameters[parameter] else { throw .missing(parameter: parameter) }
        if parameter == template.restName {
          for folder in value.split(separator: Self.slash, omittingEmptySubsequences: false) {
            try Self.check(folder, parameter)
          }
        } else {
          try Self.check(value[...], parameter)
        }
        name += value
      case .query(let parameter):
        let key = Array(parameter.utf8)
        let pairs = QueryPairs(target.bytes[target.query]).pairs
        guard let value = pairs.first(where: { $0.name == key })?.value else {
          throw .missing(parameter: "query.\(parameter)")
        }
        try Self.check(value[...], "query.\(parameter)")
        name += value
      }
    }
    return name
  }

  private static let slash = UInt8(ascii: "/")

  private static func check(_ value: ArraySlice<UInt8>, _ name: String) throws(Refusal) {
    guard let first = value.first else { throw .empty(parameter: name) }
    if value.contains(0) { throw .nul(parameter: name) }
    // A backslash parts folders nowhere that the daemon runs, but no honest name has one.
    if value.contains(slash) || value.contains(UInt8(ascii: "\\")) {
      throw .separator(parameter: name)
    }
    let dots = [UInt8(ascii: "."), UInt8(ascii: ".")]
    if zip(value, value.dropFirst()).contains(where: { [$0, $1] == dots }) {
      throw .parentFolder(parameter: name)
    }
    if first == UInt8(ascii: ".") { throw .hidden(parameter: name) }
  }
}
