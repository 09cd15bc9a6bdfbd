import Platform
import UnderstudyServer

// Fixtures are read live, but a build is refused whose routes lack one: then a fixture that is saved
// may be all that it takes.

extension Supervisor {
  /// Looks after the fixtures from now on, or no longer.
  func watchFixtures(_ isWanted: Bool) {
    guard isWanted else {
      fixtureWatch?.stop()
      return fixtureWatch = nil
    }
    guard fixtureWatch == nil, !isEnding else { return }
    // Without a descriptor left for it, the next change of the routes starts it all the same.
    fixtureWatch = try? SourceWatch([package.fixtures]) { [queue] in
      queue.add(.fixturesChanged($0, $1))
    }
  }

  /// Starts once more what is built, where it was refused.
  func changeFixtures(_ paths: [String], _ noticed: Moment) {
    // What is about to be built or started reads them itself; one that waits for the legacy has.
    guard !isEnding, lastBuild?.state == .refused, build == nil, pending == nil,
      next?.isFrozen != true
    else { return }
    report.changedFixtures(paths.map(package.shown))
    (underWay, compileTime) = ((paths, noticed), nil)
    isStartDue = true
    if let next, !next.isRestart { dropNext() }
  }
}
