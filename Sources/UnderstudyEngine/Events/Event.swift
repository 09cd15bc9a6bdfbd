/// Something that happened, for those who look on.
///
/// Of a request it has a summary, so that events keep nothing that the journal has let go of.
package enum Event: Sendable {
  /// A request is on record, and its answer is on its way.
  case began(JournalSummary)
  /// A request waits until somebody releases it.
  case held(JournalSummary)
  /// A request has ended.
  case ended(JournalSummary)
  /// Something is set otherwise now.
  case changed(Part, revision: Int, session: String?)

  /// Whether it is of interest to somebody who looks at one world, by its session's id.
  package func concerns(session: String?) -> Bool {
    switch self {
    case .began(let request), .held(let request), .ended(let request):
      request.session == session && !request.isStray
    // The build is everybody's.
    case .changed(let part, _, let own): own == session || part == .build
    }
  }

  /// What is set.
  package enum Part: String, Sendable, Hashable, CaseIterable {
    case choices, network, positions, journal
    /// What clients meet that speak TLS.
    case tls
    /// What waited was dropped.
    case held
    /// How the build of the daemon's next version fares.
    case build
  }
}
