import Platform

/// The base, which several threads call and change, one after the other: a session begins with its
/// choices, and the model has to know what they are at that moment.
final class SharedBase: @unchecked Sendable {
  // Safety: the run is touched by whoever has the turn.
  private let run: ModelRun
  private let turn = Lock(())

  init(_ surroundings: ModelRun.Surroundings) {
    run = ModelRun(0, .none, surroundings)
  }

  /// Does one thing in the base.
  func step() throws {
    try turn.withLock { _ in try run.step { _ in } }
  }

  /// Begins a session with the base's choices.
  func begin(_ run: ModelRun) throws {
    try turn.withLock { _ in try run.begin(from: self.run.model) }
  }
}
