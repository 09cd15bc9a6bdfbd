package import MicroHTTPD

extension JournalEntry {
  /// How a request ended, in the words of the API.
  package enum Ending: String, Sendable, Hashable, CaseIterable {
    /// The whole answer was sent.
    case completed
    /// The client hung up before that.
    case cancelled
    /// The connection was reset, as an outcome asked.
    case reset
    /// The message was refused before any route saw it.
    case refused
    /// The request never came whole: its client hung up or fell silent.
    case incomplete
    /// The connection was closed before the end of an answer, as an outcome asked.
    case closed
    /// The daemon dropped it: a reset of what is held, or its own end.
    case dropped
    /// It broke in the library.
    case failed
  }
}

extension JournalEntry.Ending {
  /// The ending of an exchange; whoever did not send all of a request has not hung up on an answer.
  package init(_ ending: MicroHTTPD.Ending, isReceived: Bool) {
    switch ending {
    case .refused: self = .refused
    case _ where !isReceived: self = .incomplete
    case .completed: self = .completed
    case .cancelled: self = .cancelled
    case .reset: self = .reset
    case .closed: self = .closed
    case .dropped: self = .dropped
    case .failed: self = .failed
    }
  }
}
