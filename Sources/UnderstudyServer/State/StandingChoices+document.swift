import Understudy
import UnderstudyAPI
import UnderstudyEngine

extension StandingChoices {
  /// The choices of a document.
  init(_ document: StateDocument) {
    self.init(
      scenario: document.scenario,
      overrides: document.overrides.changes.compactMap { name, choice in
        choice.map { (name, Override.Choice($0.choice)) }
      },
      network: Network(document.network))
  }

  /// The document of these choices, and the names of those that it must leave out: only code can
  /// say what they do.
  var document: (document: StateDocument, leftOut: [String]) {
    var changes: [(name: String, choice: VariantChoice?)] = []
    var leftOut: [String] = []
    for (name, choice) in overrides {
      switch choice {
      case .variant(let variant): changes.append((name, .variant(variant)))
      case .outcome(let outcome) where outcome.json != nil:
        changes.append((name, .outcome(outcome)))
      case .outcome: leftOut.append(name)
      }
    }
    let document = StateDocument(
      scenario: scenario, overrides: VariantChanges(changes),
      network: NetworkConditions(network))
    return (document, leftOut)
  }
}

extension Override.Choice {
  /// The choice of a call.
  init(_ choice: VariantChoice.Choice) {
    switch choice {
    case .variant(let variant): self = .variant(variant)
    case .outcome(let outcome): self = .outcome(outcome)
    }
  }
}
