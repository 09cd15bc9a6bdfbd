import Platform

/// Something that `understudy dev` acts on.
enum DevEvent: Sendable {
  /// Files were saved, made or removed; noticed at this moment.
  case changed([String], Moment)
  /// The same of fixtures.
  case fixturesChanged([String], Moment)
  /// A build has ended.
  case built(BuildRun.Result)
  /// A daemon has said something.
  case said(Generation, SupervisorMessage)
  /// A daemon has ended.
  case ended(Generation, ChildProcess.Ending)
  /// Somebody wants an end of it all.
  case terminated
}
