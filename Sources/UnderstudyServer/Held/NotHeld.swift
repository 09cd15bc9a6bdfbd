import UnderstudyAPI
import UnderstudyEngine

/// Why nothing can be released, and what became of the request.
enum NotHeld {
  /// No such request is on record.
  case unknown(seq: String, last: Int)
  /// It belongs to another world; nil is the base.
  case elsewhere(seq: Int, session: String?)
  /// It was refused, because it names a session that is none.
  case stray(seq: Int)
  /// It has ended.
  case ended(seq: Int, JournalEntry.Ending, status: Int?)
  /// Somebody has released it, and its answer is on its way.
  case released(seq: Int, variant: String)
  /// It will be held once its delay is over.
  case notYet(seq: Int)
  /// It is answered by itself.
  case answering(seq: Int, variant: String?)
  /// It is just ending.
  case leaving(seq: Int)
  /// No request of the world is held, or none of a route; so many of other worlds are.
  case none(route: String?, elsewhere: Int)

  /// The words of the API.
  var message: String {
    switch self {
    case .unknown(let seq, let last):
      "There is no request '\(seq)' on record; the last is \(last)."
    case .elsewhere(let seq, let session?):
      "Request \(seq) is one of session '\(session)': release it with '?session=\(session)'."
    case .elsewhere(let seq, nil):
      "Request \(seq) is one of the base: release it without a session."
    case .stray(let seq):
      "Request \(seq) was refused: it names no session that there is."
    case .ended(let seq, let ending, let status):
      "Request \(seq) is not held any more: it has ended, '\(ending)'"
        + (status.map { " with status \($0)." } ?? ".")
    case .released(let seq, let variant):
      "Request \(seq) is not held any more: it was released with '\(variant)', and its answer is on "
        + "its way."
    case .notYet(let seq):
      "Request \(seq) is not held yet, because its delay is not over: "
        + "GET \(AdminPath.held)?waitSeconds=5 waits until it is."
    case .answering(let seq, let variant):
      "Request \(seq) is not held: it is answered by itself"
        + (variant.map { " with '\($0)'" } ?? "") + ". One that shall wait for its release needs a "
        + "variant that holds it, such as 'timeout'."
    case .leaving(let seq):
      "Request \(seq) is not held any more: its client has hung up, or it was dropped."
    case .none(let route, let elsewhere):
      "No request is held" + (route.map { " for route '\($0)'" } ?? "") + "."
        + Self.hint(elsewhere)
    }
  }

  /// The problem document.
  var problem: Problem { Problem(404, .notHeld, message) }

  private static func hint(_ elsewhere: Int) -> String {
    switch elsewhere {
    case 0: ""
    case 1: " 1 is held elsewhere: GET \(AdminPath.held)?session=* lists it."
    default: " \(elsewhere) are held elsewhere: GET \(AdminPath.held)?session=* lists them."
    }
  }
}

extension NotHeld {
  /// What became of a request that is not among those that are held.
  ///
  /// - Parameters:
  ///   - seq: its number.
  ///   - view: the world of whoever wants to release it.
  ///   - wasHeld: whether it was held when it was looked for.
  init(_ seq: Int, _ view: JournalView, wasHeld: Bool) {
    let all = view.journal.view()
    guard let entry = all.entry(seq) ?? all.unrecorded.first(where: { $0.seq == seq }) else {
      self = .unknown(seq: "\(seq)", last: view.counts.lastSeq)
      return
    }
    if entry.isStray {
      self = .stray(seq: seq)
    } else if !view.contains(entry) {
      self = .elsewhere(seq: seq, session: entry.session)
    } else if let end = entry.ended {
      self = .ended(seq: seq, end.ending, status: end.answer?.status)
    } else if entry.isReleased, let variant = entry.routed?.variant {
      self = .released(seq: seq, variant: variant)
    } else if wasHeld {
      self = .leaving(seq: seq)
    } else if let routed = entry.routed, routed.isHeld {
      self = .notYet(seq: seq)
    } else {
      self = .answering(seq: seq, variant: entry.routed?.variant)
    }
  }
}
