import Platform
import Understudy
import UnderstudyServer

/// What `understudy dev` does: builds what was saved, and lets the new daemon take the place of the
/// old one.
///
/// All of it is decided on one thread, event by event. At most one daemon serves and one is about to;
/// those before it have nothing left but the requests that they had.
final class Supervisor {
  let package: DevPackage
  private let arguments: [String]
  let report: DevReport
  let queue: EventQueue<DevEvent>
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
  var pending: (paths: [String], noticed: Moment)?
  /// The same of the build that runs, or of the daemon that is about to serve.
  var underWay: (paths: [String], noticed: Moment)?
  var compileTime: Duration?
  /// Whether what is built is to be started, as soon as nothing else is about to serve.
  var isStartDue = false
  var lastBuild: BuildReport?
  /// Looks after the fixtures while a build is refused: one that is mended may be all that it lacks.
  var fixtureWatch: SourceWatch?
  var isEnding = false
  /// How the command ends, once nothing runs.
  var status = ExitStatus.ok
  /// When a daemon was started anew because the one before had ended by itself.
  var restartedAt: Moment?

  /// A daemon that is about to serve.
  struct Next {
    let generation: Generation
    /// Whether it is what served before, which has ended by itself.
    var isRestart = false
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
    defer { fixtureWatch?.stop() }
    while !(isEnding && running.isEmpty && build == nil) {
      handle(queue.next())
      if !isEnding { advance() }
    }
    return status
  }

  /// Acts on what has happened.
  func handle(_ event: DevEvent) {
    switch event {
    case .changed(let paths, let noticed): change(paths, noticed)
    case .fixturesChanged(let paths, let noticed): changeFixtures(paths, noticed)
    case .built(let result): built(result)
    case .said(let generation, let message): hear(message, from: generation)
    case .ended(let generation, let ending): ended(generation, ending)
    case .terminated: end()
    }
  }

  /// Begins what is to be done and possible.
  func advance() {
    if build == nil, next == nil, let pending {
      self.pending = nil
      isStartDue = false
      underWay = pending
      note(BuildReport(.building, text: lastBuild?.text))
      do throws(SystemError) {
        build = try BuildRun(package.command, in: package.root) { [queue] in
          queue.add(.built($0))
        }
      } catch {
        fail(.failed, "The build cannot start: \(error).")
      }
    } else if next == nil, isStartDue {
      startNext()
    }
    // Where nobody is about to accept, whoever connects had better know.
    if current == nil, next == nil { sockets.close() }
  }

  /// Starts what is built.
  func startNext() {
    isStartDue = false
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
      lastNumber, program, signature, arguments: arguments + package.fixtureArguments, queue)
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
    case .prepared where isNext && current == nil:
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
    // From any other, it was on its way when that one was given up.
    case .ready where isNext && next?.isOutdated == false: return serves(generation, message)
    case .ended:
      for other in running where other !== generation { other.tell(message) }
    case .left: report.left(message.content["held"]?.intValue ?? 0, process: generation.id)
    default: break
    }
    message.descriptors.forEach(Descriptor.close)
  }

  private func serves(_ generation: Generation, _ message: SupervisorMessage) {
    sockets.take(message)
    let notices = (message.content["notices"]?.arrayValue ?? []).compactMap(\.stringValue)
    let isFirst = current == nil
    let isRestart = next?.isRestart == true
    if let old = current {
      old.tell(SupervisorMessage(.retire))
      retired.append(old)
      if retired.count > Self.retiredLimit { retired.removeFirst().signal(15) }
    }
    current = generation
    next = nil
    // How the build of another fares is none the better for it.
    note(isRestart ? lastBuild ?? BuildReport(.served) : BuildReport(.served))
    if isEnding { return generation.signal(15) }
    let url = message.content["url"]?.stringValue ?? ""
    if isRestart {
      return report.serves(url, compile: nil, total: nil, keepsChoices: false, notices: notices)
    }
    defer { (underWay, compileTime) = (nil, nil) }
    // It has told of itself.
    if isFirst, compileTime == nil, restartedAt == nil { return }
    report.serves(
      url, compile: compileTime, total: underWay.map { time.now - $0.noticed },
      keepsChoices: !isFirst, notices: notices)
  }
}
