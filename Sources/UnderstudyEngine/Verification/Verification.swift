/// A question to the journal: how often something was asked for, or in which order.
package struct Verification: Sendable {
  /// What is counted.
  package var subject: Subject
  /// How often it should be.
  package var count: CountRule
  /// How long it may take.
  package var within: Duration
  /// How long it must stay so.
  package var settle: Duration

  /// What is asked about.
  package enum Subject: Sendable {
    /// Requests that fit.
    case requests(Pick)
    /// Requests that no route took, those among them that fit.
    case unmatched(RequestExpectation?)
    /// Requests that come in this order, whatever lies between.
    case order([Pick])
  }

  /// Which requests are meant.
  package struct Pick: Sendable {
    /// The place of the route that takes them; nil is any.
    package var route: Int?
    /// What they must be besides; nil asks for nothing.
    package var expectation: RequestExpectation?

    /// A pick by its parts.
    package init(route: Int?, expectation: RequestExpectation?) {
      self.route = route
      self.expectation = expectation
    }
  }

  /// How often something should be.
  package enum CountRule: Sendable, Hashable {
    case exactly(Int)
    case atLeast(Int)
    case atMost(Int)
  }

  /// A question by its parts.
  package init(
    _ subject: Subject, count: CountRule = .atLeast(1), within: Duration = .zero,
    settle: Duration = .zero
  ) {
    self.subject = subject
    self.count = count
    self.within = within
    self.settle = settle
  }

  /// The longest that the answer takes; what more requests cannot undo has nothing to settle.
  package var limit: Duration {
    switch (subject, count) {
    case (.order, _), (_, .atLeast): within
    case (_, .exactly), (_, .atMost): within + settle
    }
  }
}

extension Verification.Pick {
  /// Whether a request is meant; nil where nobody can tell any more.
  package func takes(_ entry: JournalEntry) -> Bool? {
    if let route, entry.routed?.index != route { return false }
    guard let expectation else { return true }
    return expectation.fits(entry)
  }
}
