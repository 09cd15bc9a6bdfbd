extension JSON {
  /// The document with all arrays at its shallowest depth emptied; nil where it has none.
  ///
  /// `{"data":{"items":[1],"tags":["a"]},"page":1}` becomes
  /// `{"data":{"items":[],"tags":[]},"page":1}`.
  public func emptyingShallowestArrays() -> JSON? {
    guard let depth = depthOfShallowestArray else { return nil }
    return emptyingArrays(at: depth)
  }

  private var depthOfShallowestArray: Int? {
    var level = [self]
    var depth = 0
    while !level.isEmpty {
      if level.contains(where: { $0.arrayValue != nil }) { return depth }
      level = level.flatMap { $0.objectValue.map { $0.map(\.value) } ?? [] }
      depth += 1
    }
    return nil
  }

  private func emptyingArrays(at depth: Int) -> JSON {
    switch self {
    case .array where depth == 0: []
    case .object(let members) where depth > 0:
      .object(JSON.Object(members.map { ($0.key, $0.value.emptyingArrays(at: depth - 1)) }))
    default: self
    }
  }
}
