import Understudy

/// One value that is set in the JSON of another outcome.
struct Patch: Sendable {
  let pointer: JSONPointer
  var value: JSON
  /// Whether braces in the value are text.
  var isVerbatim: Bool
  /// The value where it has placeholders.
  private var template: Template?

  init(_ pointer: JSONPointer, _ value: JSON, isVerbatim: Bool) {
    self.pointer = pointer
    self.value = value
    self.isVerbatim = isVerbatim
  }

  /// The patch with the placeholders of its value read.
  ///
  /// - Throws: ``OutcomeProblem``, the first.
  func read(_ scope: PlaceholderScope) throws(OutcomeProblem) -> Patch {
    if isVerbatim { return self }
    let template = Template(value.bytes(), .json, scope)
    if let problem = template.problems.first?.problem {
      throw .placeholder(problem, in: "its patch at '\(pointer)'")
    }
    var copy = self
    copy.template = template.isFixed ? nil : template
    return copy
  }

  /// Whether its value is the same for every request.
  var isFixed: Bool { template == nil }

  /// Whether its value comes out of the request's body.
  var readsBody: Bool { template?.readsBody ?? false }

  /// The patch for a request.
  func filled(by filling: Filling) -> Patch {
    // What is put in may be as deep as a document, in the depth of another.
    guard let template,
      let value = try? JSON(
        parsing: template.filled(by: filling), maxDepth: 2 * JSON.maxDepth)
    else { return self }
    var copy = self
    copy.value = value
    return copy
  }
}
