import Platform
import Understudy
import UnderstudyAPI

/// An answer that waits for the journal.
struct WaitingAnswer: Sendable {
  /// How long it waits at most, from the call's arrival.
  var limit: Duration
  /// Looks whether it can be given; at the last look it must.
  ///
  /// Two threads may look at once, where the time is over at the moment of a change.
  var decide: @Sendable (_ now: Moment, _ isLast: Bool) -> Decision

  /// What became of a look.
  enum Decision: Sendable {
    /// The answer.
    case decided(Result<JSON, Problem>)
    /// None yet; at the moment there may be one though nothing changes.
    case open(Moment?)
  }
}
