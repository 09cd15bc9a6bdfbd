extension Outcome {
  /// The same outcome with its braces sent as they are: nothing in it is a placeholder.
  ///
  /// ```swift
  /// .text("Hello {{name}}").verbatim
  /// ```
  ///
  /// Holds for its body, its headers and its fixture, and for the steps and the other outcomes that
  /// it leads to.
  public var verbatim: Outcome {
    var copy = self
    copy.braces = .verbatim
    return copy
  }

  /// What `{{…}}` in an outcome means.
  package enum Braces: Sendable, Hashable {
    /// A placeholder, filled from the request.
    case placeholders
    /// Placeholders in the fixtures and variants that it names, text in the rest.
    case ownTextVerbatim
    /// Text, wherever it leads.
    case verbatim
  }

  /// The same outcome as a closure has returned it: its own text may quote the request, so that
  /// nothing in it is a placeholder, but the files and variants that it names are the author's.
  package var withOwnTextVerbatim: Outcome {
    var copy = self
    if copy.braces == .placeholders { copy.braces = .ownTextVerbatim }
    switch action {
    case .sequence(let steps, let end):
      copy.action = .sequence(steps.map(\.withOwnTextVerbatim), then: end)
    case .weighted(let choices, let seed):
      copy.action = .weighted(
        choices.map { ($0.outcome.withOwnTextVerbatim, $0.weight) }, seed: seed)
    case .fixture(let name, let ifMissing):
      copy.action = .fixture(name, ifMissing: ifMissing?.withOwnTextVerbatim)
    default: break
    }
    return copy
  }

  /// Whether placeholders in its own body are filled; those of bytes never are.
  package var fillsBody: Bool {
    switch action {
    case .json, .text: braces == .placeholders
    default: false
    }
  }

  /// The same outcome with each header line knowing what its braces mean, also once it stands
  /// among those of another outcome.
  package var withMarkedHeaders: Outcome {
    guard braces != .placeholders else { return self }
    var copy = self
    copy.headers = headers.map { $0.verbatim(true) }
    return copy
  }
}
