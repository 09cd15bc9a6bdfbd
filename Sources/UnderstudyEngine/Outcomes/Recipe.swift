package import Understudy

/// An outcome whose references to other outcomes of its route have been followed.
package struct Recipe: Sendable {
  /// The outcome that is left, with the status, headers and delay of all that led to it.
  package var outcome: Outcome
  /// What is made of its answer, in this order.
  var transforms: [Transform] = []
  /// What comes on top of its delay.
  package var addedDelay: Duration = .zero
  /// The variant in which the outcome is written; its sequences' positions belong to it.
  package var origin: Variant
  /// The variants that led to the outcome: none of its parts may refer to them again.
  var path: [Variant] = []

  /// Lays the parts that an outcome sets itself over those of the one that it refers to.
  mutating func overlay(_ outer: Outcome) {
    if outer.braces == .verbatim { makeVerbatim() }
    if let status = outer.status { outcome.status = status }
    for header in outer.headers where !header.isNamed("Set-Cookie") {
      outcome.headers.removeAll { $0.isNamed(header.name) }
    }
    outcome.headers += outer.headers
    if let delay = outer.delay { outcome.delay = delay }
    if outer.isCompressed { outcome.isCompressed = true }
    if let pace = outer.pace { outcome.pace = pace }
    if let upload = outer.upload {
      var whole = outcome.upload ?? Outcome.Upload()
      whole.overlay(upload)
      outcome.upload = whole
    }
  }

  /// Makes all braces text that stand in it so far.
  mutating func makeVerbatim() {
    outcome.braces = .verbatim
    outcome = outcome.withMarkedHeaders
    transforms = transforms.map(\.verbatim)
  }
}
