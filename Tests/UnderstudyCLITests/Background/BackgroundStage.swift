import Curl
import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyCLI

/// A stage with a state folder of its own, in which daemons can be on record.
final class BackgroundStage: Sendable {
  let stage: Stage
  let state: StateFolder
  private let folder: TemporaryFolder
  private let lives = Lock<[FileLock]>([])

  init(
    environment: [String: String] = [:],
    answer: @escaping @Sendable (CurlRequest) throws(CurlError) -> CurlResponse = {
      (_) throws(CurlError) in
      throw .couldNotConnect("refused")
    }
  ) throws {
    folder = try TemporaryFolder()
    let home = ["XDG_STATE_HOME": folder.path, "HOME": folder.path]
    stage = Stage(environment: environment.merging(home) { one, _ in one }, answer: answer)
    state = StateFolder("\(folder.path)/understudy")
  }

  deinit { for life in lives.withLock({ $0 }) { life.release() } }

  /// Puts a daemon on record, which no process is; while it lives, its lock is held.
  @discardableResult
  func put(
    port: Int, isAlive: Bool, process: Int32 = 0, arguments: [String] = [],
    isInForeground: Bool = false
  ) throws -> DaemonRecord {
    let place = state.daemon(onPort: port)
    let plan = try #require(
      DaemonPlan(
        program: "/bin/understudy", folder: "/work/shop",
        arguments: ["--port", "\(port)"] + arguments, environment: []))
    let record = DaemonRecord(
      process: process, port: port,
      urls: ServedURLs(
        url: "http://localhost:\(port)", tlsURL: nil, adminURL: "http://localhost:\(port)"),
      startedAt: "2026-01-31T12:00:00.000Z", isInForeground: isInForeground, plan: plan,
      log: place.log)
    try place.whileAlone { () throws(CommandFailure) in
      try place.write(record)
      if isAlive, let life = try place.takeLife() { lives.withLock { $0.append(life) } }
    }
    return record
  }

  func run(_ line: String) -> Int32 { stage.run(line.split(separator: " ").map(String.init)) }
}
