import Platform
import Understudy
import UnderstudyServer

// What becomes of a daemon that ends, and of all of them when nobody wants any.

extension Supervisor {
  func ended(_ generation: Generation, _ ending: ChildProcess.Ending) {
    running.removeAll { $0 === generation }
    retired.removeAll { $0 === generation }
    // What lived with a stream there has lost it.
    for id in generation.leases {
      for other in running { other.tell(SupervisorMessage(.ended, .string(id))) }
    }
    if let next, next.generation === generation {
      self.next = nil
      if next.isFrozen { current?.tell(SupervisorMessage(.thaw)) }
      Files.remove(generation.program)
      if !isEnding, !next.isOutdated { refused(next, ending) }
    } else if generation === current {
      current = nil
      guard !isEnding else { return Files.remove(generation.program) }
      if let next, !next.isOutdated {
        Files.remove(generation.program)
        // Whatever it has left is all there is.
        if next.isFrozen { next.generation.tell(SupervisorMessage(.frozen)) }
        return report.lost(ending, isRestarted: true)
      }
      restart(generation, ending)
    } else {
      Files.remove(generation.program)
    }
  }

  /// Starts the same program again, unless it ends each time at once.
  private func restart(_ generation: Generation, _ ending: ChildProcess.Ending) {
    let isHopeless = restartedAt.map { time.now - $0 < .seconds(2) } ?? false
    report.lost(ending, isRestarted: !isHopeless)
    guard !isHopeless else { return Files.remove(generation.program) }
    restartedAt = time.now
    do throws(SystemError) {
      next = Next(
        generation: try start(generation.program, generation.signature), isRestart: true)
    } catch {
      fail(.refused, "The daemon cannot be started again: \(error).")
    }
  }

  private func refused(_ daemon: Next, _ ending: ChildProcess.Ending) {
    let text =
      daemon.refusal ?? "The new daemon has ended before it served: \(ending.words)."
    let isFirst = current == nil && lastNumber == 1 && !daemon.isRestart
    if isFirst, case .exited(let code) = ending, code != ExitStatus.configuration.rawValue {
      // Nothing that a change of the routes could mend.
      report.refusedAtOnce(text)
      status = ExitStatus(rawValue: code) ?? .temporaryFailure
      return end()
    }
    fail(.refused, text)
  }

  /// Ends all that runs; whoever asks again does not wait for it.
  func end() {
    for generation in running { generation.signal(isEnding ? 9 : 15) }
    build?.cancel()
    isEnding = true
  }
}

extension ChildProcess.Ending {
  /// How it was, for a sentence.
  var words: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .killed(let signal): "signal \(signal)"
    }
  }
}
