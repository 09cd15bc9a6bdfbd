import Platform
import UnderstudyServer

// What becomes of what was saved, until it is built.

extension Supervisor {
  /// Files were saved: what is built or about to serve is out of date.
  func change(_ paths: [String], _ noticed: Moment) {
    guard !isEnding else { return }
    report.changed(paths.map(package.shown))
    let earlier = pending ?? (build == nil ? nil : underWay)
    pending = (Array(Set((earlier?.paths ?? []) + paths)).sorted(), noticed)
    build?.cancel()
    if let next, !next.isFrozen, !next.isRestart { dropNext() }
  }

  /// Gives up the daemon that is about to serve: another comes in its place.
  func dropNext() {
    next?.isOutdated = true
    // It holds SIGTERM back until it serves, and must not.
    next?.generation.signal(9)
  }

  /// A build has ended.
  func built(_ result: BuildRun.Result) {
    build = nil
    // Something newer has ended it, or is about to.
    guard !isEnding, pending == nil else { return }
    guard result.isGood else {
      let text = BuildOutput.errors(in: result.output) { [package] in package.shown($0) }
      fail(.failed, text)
      return
    }
    if let served = current ?? next?.generation,
      served.signature == Files.signature(of: package.binary)
    {
      underWay = nil
      note(BuildReport(.served))
      report.unchanged(result.duration)
      return
    }
    compileTime = result.duration
    // One that is started again meanwhile serves first, in case that this one cannot.
    isStartDue = true
  }

  /// Tells the person and the panel why a build does not serve.
  func fail(_ state: BuildReport.State, _ text: String) {
    note(BuildReport(state, text: text))
    report.failed(text, serves: current != nil || next?.isRestart == true)
  }

  /// Tells the panel how the build fares.
  func note(_ build: BuildReport) {
    lastBuild = build
    watchFixtures(build.state == .refused)
    current?.tell(SupervisorMessage(.build, build.json))
  }
}
