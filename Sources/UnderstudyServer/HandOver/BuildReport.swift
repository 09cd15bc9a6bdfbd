package import Understudy

/// How the build of a daemon's next version fares, as `understudy dev` tells it.
package struct BuildReport: Sendable, Hashable {
  /// How far it is.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// The compiler is at work.
    case building
    /// It is served.
    case served
    /// It does not compile.
    case failed
    /// It compiles, and cannot serve: its routes or fixtures are wrong.
    case refused
  }

  /// How far it is.
  package var state: State
  /// What the compiler, or the check of the routes, has said; nil where nothing is wrong.
  package var text: String?

  /// A report by its parts.
  package init(_ state: State, text: String? = nil) {
    self.state = state
    self.text = text
  }

  /// The object of an answer.
  package var json: JSON {
    ["state": .string(state.rawValue), "text": text.map { .string($0) } ?? .null]
  }

  /// Reads such an object; nil where it is none.
  package init?(json: JSON) {
    guard let state = json["state"]?.stringValue.flatMap(State.init) else { return nil }
    self.init(state, text: json["text"]?.stringValue)
  }
}
