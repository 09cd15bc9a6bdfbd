package import Platform

/// Somebody who waits until the journal has an answer.
package protocol JournalQuestion: AnyObject, Sendable {
  /// Looks whether it is answered; called on one thread, whenever the journal has changed.
  func look(at now: Moment) -> JournalLook
}

/// When a question wants to look again.
package enum JournalLook: Sendable, Hashable {
  /// Never: it is answered, or nobody waits any more.
  case never
  /// At the next change, or at a moment before.
  case later(Moment?)
  /// As soon as it can be: it is answered, and cannot say so yet.
  case soon
}

/// Lets any number of questions wait for the journal, on one thread for all.
///
/// Traffic pays one atomic load for it while nobody waits, and a bell now and then while somebody
/// does: one that has rung stays silent until all have looked.
package final class JournalWatch: Sendable {
  private let journal: Journal
  private let time: any TimeSource
  private let bell = Bell()
  private let state = Lock(State())

  private struct State {
    var questions: [ObjectIdentifier: any JournalQuestion] = [:]
    var isRunning = false
    var hasStopped = false
  }

  /// A watch over a journal; its thread starts with the first question.
  package init(_ journal: Journal, time: any TimeSource) {
    self.journal = journal
    self.time = time
    journal.setWatcher { [weak self] in self?.bell.notify() }
    time.whenChanged { [weak self] in self?.bell.notify() }
  }

  /// How many questions wait.
  package var count: Int { state.withLock { $0.questions.count } }

  /// Lets a question look until it is answered.
  package func add(_ question: any JournalQuestion) {
    let starts = state.withLock { state in
      guard !state.hasStopped else { return false }
      state.questions[ObjectIdentifier(question)] = question
      defer { state.isRunning = true }
      return !state.isRunning
    }
    // Where there is no thread left, questions are answered when their time is over.
    if starts { _ = try? WorkerThread { self.run() } }
    bell.notify()
  }

  /// Ends the thread; questions that wait stay without an answer.
  package func stop() {
    state.withLock { state in
      state.hasStopped = true
      state.questions = [:]
    }
    bell.notify()
  }

  private func run() {
    while true {
      // Asked for before anybody looks, so that no change falls between.
      journal.watch()
      let (questions, hasStopped) = state.withLock { ($0.questions, $0.hasStopped) }
      if hasStopped { break }
      if questions.isEmpty { journal.unwatch() }
      wait(look(questions))
    }
    journal.unwatch()
  }

  /// Lets all questions look, and tells when the next wants to.
  private func look(_ questions: [ObjectIdentifier: any JournalQuestion]) -> JournalLook {
    let now = time.now
    var earliest: Moment?
    var isUrgent = false
    for (identifier, question) in questions {
      switch question.look(at: now) {
      case .never: state.withLock { $0.questions[identifier] = nil }
      case .soon: isUrgent = true
      case .later(let moment?): earliest = min(earliest ?? moment, moment)
      case .later(nil): break
      }
    }
    return isUrgent ? .soon : .later(earliest)
  }

  private func wait(_ look: JournalLook) {
    switch look {
    case .never, .later(nil): bell.wait()
    case .soon: bell.wait(for: .milliseconds(1))
    case .later(let moment?): bell.wait(for: max(.zero, moment - time.now))
    }
  }
}
