extension Transform {
  /// The same with its placeholders read.
  ///
  /// - Throws: ``OutcomeProblem``, the first.
  func read(_ scope: PlaceholderScope) throws(OutcomeProblem) -> Transform {
    guard case .patched(let patches) = self else { return self }
    return .patched(
      try patches.map { (patch) throws(OutcomeProblem) in try patch.read(scope) })
  }

  /// Whether a value of it comes out of the request's body.
  var readsBody: Bool {
    guard case .patched(let patches) = self else { return false }
    return patches.contains(where: \.readsBody)
  }

  /// Whether no request has a part in it.
  var isFixed: Bool {
    guard case .patched(let patches) = self else { return true }
    return patches.allSatisfy(\.isFixed)
  }

  /// The same for a request.
  func filled(by filling: Filling) -> Transform {
    guard case .patched(let patches) = self else { return self }
    return .patched(patches.map { $0.filled(by: filling) })
  }

  /// The same, where all braces are text.
  var verbatim: Transform {
    guard case .patched(let patches) = self else { return self }
    return .patched(
      patches.map { patch in
        var patch = patch
        patch.isVerbatim = true
        return patch
      })
  }
}
