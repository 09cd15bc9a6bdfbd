import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine
import UnderstudyServer

extension CommandRunner {
  /// How long a shell waits for a daemon that does not answer.
  private static let patience: Duration = .milliseconds(500)

  /// A word that may stand there, and what it means.
  private typealias Candidate = (word: String, help: String)

  /// `complete WORD...`, which the scripts of `completions` call: a line for each word that may be
  /// the last, with what it means behind a tab.
  ///
  /// A line that begins with a tab asks the shell for `files` or `folders` instead. Errors are
  /// silent: nobody has finished typing.
  func complete(_ words: [String]) {
    let completion = Completion(words.first == "--" ? Array(words.dropFirst()) : words)
    switch completion.kind {
    case .file: console.output("\tfiles\n")
    case .folder: console.output("\tfolders\n")
    default: break
    }
    let found =
      candidates(completion)
      + completion.settings.map { ($0.flag, $0.help) }
      + (!completion.isOption ? [] : [("--help", "explain the command")])
    for candidate in found where candidate.word.utf8.starts(with: completion.part.utf8) {
      let line = candidate.help.isEmpty ? candidate.word : "\(candidate.word)\t\(candidate.help)"
      // What is no single line cannot be told in one.
      guard !line.unicodeScalars.contains(where: { $0.value < 32 && $0 != "\t" }) else { continue }
      console.output("\(completion.prefix)\(line)\n")
    }
  }

  private func candidates(_ completion: Completion) -> [Candidate] {
    switch completion.kind {
    case .words(let words), .list(let words): return words.map { ($0, "") }
    case .command: return Command.allCases.map { ($0.rawValue, $0.summary) }
    case .route, .routeList: return routes(completion).map { ($0.id, Self.words($0)) }
    case .selector:
      let routes = routes(completion)
      let groups = routes.reduce(into: [String]()) { groups, route in
        if !groups.contains(route.group) { groups.append(route.group) }
      }
      return routes.map { ($0.id, Self.words($0)) } + groups.map { ("\($0).*", "all of the group") }
    case .variant(let selector): return variants(completion, of: selector)
    case .scenario:
      guard let daemon = live(completion),
        let answer = try? daemon.call("GET", AdminPath.scenarios),
        let found = try? daemon.list("scenarios", in: answer, ScenarioDescription.init(json:))
      else { return catalog().scenarios.map { ($0.name, "") } }
      return found.map { ($0.name, $0.isActive ? "chosen now" : "") }
    case .session:
      guard let daemon = live(completion), let answer = try? daemon.call("GET", AdminPath.sessions),
        let found = try? daemon.list("sessions", in: answer, SessionDescription.init(json:))
      else { return [] }
      return found.map { ($0.name ?? $0.id, $0.name == nil ? "" : $0.id) }
    case .held:
      guard let daemon = live(completion), let answer = try? daemon.call("GET", AdminPath.held),
        let found = try? daemon.list("held", in: answer, HeldDescription.init(json:))
      else { return [] }
      return found.map { ("\($0.request.seq)", "\($0.request.method) \($0.request.target)") }
    case .anything, .file, .folder: return []
    }
  }

  private static func words(_ route: RouteDescription) -> String {
    "\(route.method) \(route.requestText)"
  }

  /// Every variant of some of the routes that are meant, once.
  private func variants(_ completion: Completion, of selector: String) -> [Candidate] {
    var found: [Candidate] = []
    for route in routes(completion) {
      let isMeant =
        selector.hasSuffix("*") ? route.id.hasPrefix(selector.dropLast()) : route.id == selector
      guard isMeant else { continue }
      for variant in route.variants where !found.contains(where: { $0.word == variant.name }) {
        // What many routes answer with is not the same for all.
        found.append((variant.name, selector.hasSuffix("*") ? "" : variant.summary))
      }
    }
    return found
  }

  /// The daemon's routes, or where none answers those of this program.
  private func routes(_ completion: Completion) -> [RouteDescription] {
    if let daemon = live(completion), let answer = try? daemon.call("GET", AdminPath.routes),
      let routes = try? daemon.routes(in: answer)
    {
      return routes
    }
    let folder = RootedFolder(Setting.fixtures.defaultValue ?? "")
    return CatalogReport(catalog(), fixtures: FixtureStore(folder)).entries.map {
      RouteDescription($0)
    }
  }

  /// The daemon that the command line so far speaks to.
  private func live(_ completion: Completion) -> DaemonConnection? {
    let options = OptionValues(completion.options, environment: console.environment)
    var daemon = try? daemon(options, speaksForSession: true)
    daemon?.patience = Self.patience
    return daemon
  }
}
