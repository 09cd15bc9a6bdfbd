import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `status`: what the daemons say about themselves.
  func status(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let options = options(of: invocation)
    let asksForJSON = try options.isOn(.json)
    let isNamed = options.value(.url) != nil
    // Where nothing can be on record, there is still the daemon that is asked.
    let hasState = (try? stateFolder()) != nil
    let records = hasState ? try runningDaemons().compactMap(\.record) : []
    var accounts: [DaemonAccount] = []
    var failures: [CommandFailure] = []
    func ask(_ daemon: DaemonConnection, _ record: DaemonRecord?) throws(CommandFailure) {
      do throws(CommandFailure) {
        guard let health = Health(json: try daemon.call("GET", AdminPath.health)) else {
          throw daemon.stranger("other JSON")
        }
        accounts.append(DaemonAccount(url: daemon.url, health: health, record: record))
      } catch {
        guard let record else { throw error }
        accounts.append(DaemonAccount(url: record.known.adminURL, health: nil, record: record))
        failures.append(error)
      }
    }
    if isNamed || records.isEmpty {
      let daemon = try daemon(invocation)
      try ask(daemon, nil)
      accounts[0].record = records.first { [$0.url, $0.known.adminURL].contains(daemon.url) }
    } else {
      for record in records {
        try ask(try connection(to: record, options, invocation), record)
      }
      // One in a terminal is worth a word where it is there.
      if !records.contains(where: { $0.port == options.standardPort }) {
        try? ask(try connection(to: nil, options, invocation), nil)
      }
    }
    if asksForJSON {
      console.print(["daemons": .array(accounts.map(\.json))])
    } else {
      console.output(accounts.map(\.text).joined())
    }
    for failure in failures { console.error(failure.text) }
    return failures.isEmpty ? .ok : .unavailable
  }

  private func connection(
    to record: DaemonRecord?, _ options: OptionValues, _ invocation: Invocation
  ) throws(CommandFailure) -> DaemonConnection {
    var given = invocation.options
    given[Setting.url.name] = record.map { [$0.known.adminURL] }
    if let token = record?.known.token, options.value(.token) == nil {
      given[Setting.token.name] = [token]
    }
    return try DaemonConnection(
      OptionValues(given, environment: console.environment), program: program,
      speaksForSession: true, ownAuthority: ownAuthority, transport: transport)
  }
}
