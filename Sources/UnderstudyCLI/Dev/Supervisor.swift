import Platform
import Understudy
import UnderstudyServer

/// What `understudy dev` does: builds what was saved, and lets the new daemon take the place of the
/// old one.
///
/// All of it is decided on one thread, event by event. At most one daemon serves and one is about to;
/// those before it have nothing left but the requests that they had.
final class Supervisor {
  private let package: DevPackage
  private let arguments: [String]
  let report: DevReport
  private let queue: EventQueue<DevEvent>
  let time = SystemTime()

  /// The daemon that serves; nil before the first does.
  var current: Generation?
  /// The daemon that is about to.
  var next: Next?
  /// Those before, which end once nothing is left of them.
  var retired: [Generation] = []
  /// All that have not ended.
  var running: [Generation] = []
  var build: BuildRun?
  var lastNumber = 0
  /// Our own descriptors of the sockets that all of them listen on: where one is killed, its clients
  /// wait for the next one.
  private var sockets = DevSockets()
  /// What was saved since the last build began, and when that was noticed.
  private var pending: (paths: [String], noticed: Moment)?
  /// The same of the build that runs, or of the daemon that is about to serve.
  private var underWay: (paths: [String], noticed: Moment)?
  private var compileTime: Duration?
  private var lastBuild: BuildReport?
  var isEnding = false
  /// How the command ends, once nothing runs.
  var status = ExitStatus.ok
  /// When a daemon was started anew because the one before had ended by itself.
  var restartedAt: Moment?

  /// A daemon that is about to serve.
  struct Next {
    let generation: Generation
    /// Whether the one that serves has stopped for it.
    var isFrozen = false
    /// Why it cannot serve, in its own words.
    var refusal: String?
    /// Whether something newer is there by now.
    var isOutdated = false
  }

  /// How many daemons before the present one may still have something to do; beyond it the oldest
  /// ends.
  static let retiredLimit = 8

  /// A supervisor that has started nothing.
  ///
  /// - Parameters:
  ///   - package: what is built.
  ///   - arguments: those of every daemon, the command's name first.
  ///   - report: takes what a person should know.
  ///   - queue: what happens; the files that were saved come by it.
  init(
    _ package: DevPackage, arguments: [String], _ report: DevReport,
    _ queue: EventQueue<DevEvent>
  ) {
    self.package = package
    self.arguments = arguments
    self.report = report
    self.queue = queue
  }

  /// Serves and builds until somebody wants an end of it.
  ///
  /// - Parameter isBuilt: whether the program is there and not older than what it is made of.
  /// - Returns: how the command ends.
  func run(isBuilt: Bool) -> ExitStatus {
    if Files.signature(of: package.binary) != nil { startNext() }
    if !isBuilt { pending = ([], time.now) }
    advance()
    while !(isEnding && running.isEmpty && build == nil) {
      handle(queue.next())
      if !isEnding { advance() }
    }
    return status
  }

  private func handle(_ event: DevEvent) {
    switch event {
    case .changed(let paths, let noticed): change(paths, noticed)
    case .built(let result): built(result)
    case .said(let generation, let message): hear(message, from: generation)
    case .ended(let generation, let ending): ended(generation, ending)
    case .terminated: end()
    }
  }

  /// Begins what is to be done and possible.
  private func advance() {
    guard build == nil, next == nil, let pending else { return }
    self.pending = nil
    underWay = pending
    note(BuildReport(.building, text: lastBuild?.text))
    do throws(SystemError) {
      build = try BuildRun(package.command) { [queue] in queue.add(.built($0)) }
    } catch {
      fail(.failed, "The build cannot start: \(error).")
    }
  }

  // MARK: - Building

  private func change(_ paths: [String], _ noticed: Moment) {
    guard !isEnding else { return }
    report.changed(paths.map(package.shown))
    let earlier = pending ?? (build == nil ? nil : underWay)
    pending = (Array(Set((earlier?.paths ?? []) + paths)).sorted(), noticed)
    build?.cancel()
    if let next, !next.isFrozen {
      self.next?.isOutdated = true
      next.generation.signal(15)
    }
  }

  private func built(_ result: BuildRun.Result) {
    build = nil
    // Something newer has ended it, or is about to.
    guard !isEnding, pending == nil else { return }
    guard result.isGood else {
      let text = BuildOutput.errors(in: result.output) { [package] in package.shown($0) }
      fail(.failed, text)
      return
    }
    compileTime = result.duration
    if let current, current.signature == Files.signature(of: package.binary) {
      note(BuildReport(.served))
      report.unchanged(result.duration)
      return
    }
    startNext()
  }

  func fail(_ state: BuildReport.State, _ text: String) {
    note(BuildReport(state, text: text))
    report.failed(text, serves: current != nil)
  }

  private func note(_ build: BuildReport) {
    lastBuild = build
    current?.tell(SupervisorMessage(.build, build.json))
  }

  // MARK: - Taking over

  private func startNext() {
    let signature = Files.signature(of: package.binary)
    lastNumber += 1
    let copy = "\(package.binary)\(DevCopies.ending(lastNumber))"
    do throws(SystemError) {
      try Files.copy(package.binary, to: copy)
      next = Next(generation: try start(copy, signature))
    } catch {
      Files.remove(copy)
      fail(.refused, "'\(package.shown(package.binary))' cannot be started: \(error).")
      if current == nil, next == nil, lastNumber == 1 { return }
    }
  }

  func start(
    _ program: String, _ signature: FileSignature?
  ) throws(SystemError) -> Generation {
    let generation = try Generation(
      lastNumber, program, signature, arguments: arguments, queue)
    running.append(generation)
    generation.tell(sockets.beginning(succeeds: current != nil))
    return generation
  }

  private func hear(_ message: SupervisorMessage, from generation: Generation) {
    let isNext = generation === next?.generation
    switch message.word {
    case .prepared where isNext && current != nil && next?.isOutdated == false:
      next?.isFrozen = true
      current?.tell(SupervisorMessage(.freeze))
    case .prepared where isNext:
      // The one that served has ended meanwhile: there is nothing to wait for.
      next?.generation.tell(SupervisorMessage(.frozen))
    case .refused where isNext: next?.refusal = message.content.stringValue
    case .base, .session, .frozen:
      if message.word == .session, message.content["leases"]?.intValue ?? 0 > 0,
        let id = message.content["id"]?.stringValue
      {
        generation.addLease(id)
      }
      if generation === current, next?.isFrozen == true { next?.generation.tell(message) }
    case .ready: serves(generation, message)
    case .ended:
      for other in running where other !== generation { other.tell(message) }
    case .left: report.left(message.content["held"]?.intValue ?? 0, process: generation.id)
    default: break
    }
    if message.word != .ready { message.descriptors.forEach(Descriptor.close) }
  }

  private func serves(_ generation: Generation, _ message: SupervisorMessage) {
    sockets.take(message)
    let notices = (message.content["notices"]?.arrayValue ?? []).compactMap(\.stringValue)
    let isFirst = current == nil
    if let old = current {
      old.tell(SupervisorMessage(.retire))
      retired.append(old)
      if retired.count > Self.retiredLimit { retired.removeFirst().signal(15) }
    }
    current = generation
    if next?.generation === generation { next = nil }
    note(BuildReport(.served))
    if isEnding { return generation.signal(15) }
    // It has told of itself.
    if isFirst, compileTime == nil, restartedAt == nil { return }
    report.serves(
      message.content["url"]?.stringValue ?? "", compile: compileTime,
      total: underWay.map { time.now - $0.noticed }, keepsChoices: !isFirst, notices: notices)
    underWay = nil
    compileTime = nil
  }
}
