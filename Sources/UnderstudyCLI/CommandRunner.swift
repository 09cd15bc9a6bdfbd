import Certificates
import Curl
import Platform
import Understudy
import UnderstudyAPI

/// Runs one command line.
struct CommandRunner {
  /// Makes the routes; only commands that need them ask.
  var catalog: () -> Catalog
  /// What the program is called in its messages.
  var program: String
  /// Where it reads from and writes to.
  var console = Console.standard
  /// How it speaks to a daemon.
  var transport: DaemonConnection.Transport = { request throws(CurlError) in
    try request.perform()
  }
  /// Tells the present, for the dates of certificates.
  var clock: @Sendable () -> WallTime = { .now }
  /// The folder that relative paths begin at.
  var workingFolder = Machine.currentFolder
  /// The checkout that this program was built from; it may be gone.
  var checkout = NewPackage.ownCheckout
  /// How time goes by while it tries again.
  var retryTime = RetryTime.system
  /// Where trust is given.
  var trustStores = TrustStores()
  /// What starts programs with each login.
  var serviceManager = ServiceManager.own
  /// Lets time go by before something is looked at, or tried, again; false ends that of a log.
  var pause: @Sendable (Duration) -> Bool = { Bell().wait(for: $0) || true }

  /// Does what the arguments say, and tells how it ended.
  func run(_ arguments: [String]) -> ExitStatus {
    if arguments.first == Completion.word {
      complete(Array(arguments.dropFirst()))
      return .ok
    }
    do throws(CommandFailure) {
      let invocation = try Invocation(arguments, program: program)
      return try run(invocation)
    } catch {
      console.error(error.text)
      return error.status
    }
  }

  private func run(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    if invocation.asksForHelp { return try help(invocation.command) }
    switch invocation.command {
    case .serve: return try serve(invocation)
    case .dev: return try dev(invocation)
    case .check: return try check(invocation)
    case .routes: return try routes(invocation)
    case .activate: return try activate(invocation)
    case .restore: return try restore(invocation)
    case .scenario: return try scenario(invocation)
    case .network: return try network(invocation)
    case .requests: return try requests(invocation)
    case .verify: return try verify(invocation)
    case .held: return try held(invocation)
    case .release: return try release(invocation)
    case .session: return try session(invocation)
    case .reset: return try reset(invocation)
    case .cert: return try cert(invocation)
    case .start: return try start(invocation)
    case .stop: return try stop(invocation)
    case .restart: return try restart(invocation)
    case .status: return try status(invocation)
    case .logs: return try logs(invocation)
    case .service: return try service(invocation)
    case .new: return try new(invocation)
    case .add: return try add(invocation)
    case .completions: return try completions(invocation)
    case .man: return manual()
    case .wait: return try wait(invocation)
    case .report: return try report(invocation)
    case .version: return version()
    case .help: return try help(invocation)
    }
  }

  /// The values of the options, from the command line and the environment.
  func options(of invocation: Invocation) -> OptionValues {
    OptionValues(invocation.options, environment: console.environment)
  }

  /// The daemon that a command speaks to.
  func daemon(_ invocation: Invocation) throws(CommandFailure) -> DaemonConnection {
    try daemon(
      options(of: invocation),
      speaksForSession: invocation.command.options.contains(.session))
  }

  /// The daemon that options and environment name.
  ///
  /// - Parameters:
  ///   - options: the options.
  ///   - speaksForSession: whether a session that is named matters.
  /// - Returns: the way to it.
  /// - Throws: ``CommandFailure`` where a value is not what it should be.
  func daemon(
    _ options: OptionValues, speaksForSession: Bool
  ) throws(CommandFailure) -> DaemonConnection {
    try DaemonConnection(
      options, program: program, speaksForSession: speaksForSession,
      ownAuthority: ownAuthority, known: options.value(.url) == nil ? knownDaemons : [],
      transport: transport)
  }

  /// The file of this user's development CA; nil where there is none.
  var ownAuthority: String? {
    let authority = try? CertificateFolder.standard(console.environment).authorityCertificate
    return authority.flatMap { Files.permissions(of: $0) == nil ? nil : $0 }
  }
}
