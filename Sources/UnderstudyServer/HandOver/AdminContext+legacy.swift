import MicroHTTPD
import Platform
import UnderstudyAPI
import UnderstudyEngine

extension AdminContext {
  /// Goes on with the sessions of another daemon; before this one accepts.
  ///
  /// - Parameters:
  ///   - legacies: the sessions.
  ///   - whenChanged: is told of changes in their worlds.
  /// - Returns: the sessions with their legacies, and what is wrong with them, as a person reads it.
  func take(
    _ legacies: [Legacy.Session], whenChanged: @escaping World.Watcher
  ) -> (taken: [(session: Session, legacy: Legacy.Session)], notices: [String]) {
    var notices: [String] = []
    let taken = legacies.map { legacy in
      var problems: [SwitchProblem] = []
      let memory = legacy.memory
      let world = World(
        board, book: JournalBook(.session(memory.id)), memory.world,
        refusal: { [profiles, board] in
          profiles.refusal(ofScenario: $0, board, isBase: false)
        }, whenChanged: whenChanged, problems: &problems)
      let session = sessions.take(memory, world)
      try? tlsNames.set(legacy.tlsNames, of: session)
      leases.addEarlier(legacy.leaseCount + legacy.earlierLeaseCount, of: session, at: time.now)
      notices += problems.map { problem in
        "Session '\(memory.name ?? memory.id.text)': \(problem.droppedWords)"
      }
      return (session, legacy)
    }
    return (taken, notices)
  }
}

extension SwitchProblem {
  /// Why a choice is not in force any more.
  var droppedWords: String {
    "\(Problem(self).detail) What was chosen there is not in force."
  }
}
