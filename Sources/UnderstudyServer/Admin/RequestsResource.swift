import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// `GET` and `DELETE /__admin/requests`: the journal, newest last.
enum RequestsResource: AdminResource {
  static let path = ["requests"]
  static let methods = ["GET", "DELETE"]
  static let reach = AdminReach.everything
  static let parameters =
    JournalFilter.parameters + ["after", "limit", "waitSeconds", "format"]

  /// How long a call waits for requests to end whose answers are on their way: a client that has its
  /// answer and asks for the request would else find it unfinished now and then.
  static let patience: Duration = .milliseconds(100)

  /// How many requests are listed where nothing is said.
  private static let usualLimit = 100
  private static let highestLimit = 100_000

  private enum Format: String, CaseIterable {
    case json, har
  }

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let journal = context.view(call)
    let parameters = call.parameters
    if call.method == "DELETE" {
      switch call.subject {
      case .base, .session: context.clearJournal(of: context.world(call))
      case .ended(let book): context.journal.clear(book)
      case .all:
        throw Problem(
          400, .invalidField,
          "'session=*' goes with reads alone; DELETE forgets the requests of one world.")
      }
      return .json(list([], next: journal.counts.lastSeq, journal))
    }
    let filter = try JournalFilter(parameters, context)
    let after = try parameters.number("after", in: 0...Int.max)
    let limit = try parameters.number("limit", in: 1...highestLimit) ?? usualLimit
    let format = try parameters.choice("format", Format.self) ?? .json
    let wait = try parameters.seconds(
      "waitSeconds", upTo: VerificationRequest.longestWaitSeconds)
    let search = Lock(JournalSearch(filter, after: after, limit: limit))
    let patienceEnd = Lock<Moment?>(nil)
    let end = context.time.now + (wait ?? .zero)
    let subject = call.subject
    return .waiting(
      WaitingAnswer(limit: max(wait ?? .zero, Self.patience)) { now, isLast in
        // Asked before the look: what ends later is not missed.
        let isLast = isLast || subject.isOver && journal.isSettled
        let (found, next, isAboutToChange) = search.withLock { search in
          search.advance(through: journal)
          return (search.found, search.next, search.isAboutToChange)
        }
        if !isLast {
          if found.isEmpty, now < end { return .open(end) }
          if isAboutToChange {
            let end = patienceEnd.withLock { end in
              let first = end ?? now + Self.patience
              end = first
              return first
            }
            if now < end { return .open(end) }
          }
        }
        return .decided(
          .success(
            format == .har ? HTTPArchive(entries: found).json : list(found, next: next, journal)))
      })
  }

  private static func list(_ entries: [JournalEntry], next: Int, _ journal: JournalView) -> JSON {
    [
      "requests": .array(entries.map { RequestDescription($0).json }),
      "dropped": .int(journal.counts.dropped), "next": .int(next),
    ]
  }
}

/// `GET /__admin/requests/{seq}`: one request with all that is on record of it.
enum RequestResource: AdminResource {
  static let path = ["requests", "{seq}"]
  static let methods = ["GET"]
  static let reach = AdminReach.everything

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    let (view, seq) = (context.view(call), Int(digits: call.path[1]))
    guard let seq, let entry = view.entry(seq) else {
      let counts = view.counts
      var dropped = counts.dropped == 0 ? "" : " \(counts.dropped) were dropped to make room."
      if let other = seq.flatMap(context.journal.view().entry) {
        dropped += " It is one of \(other.session.map { "session '\($0)'" } ?? "another world")."
      }
      throw Problem(
        404, .unknownRequest,
        "There is no request '\(call.path[1])' on record; the last is \(counts.lastSeq).\(dropped)")
    }
    return .waiting(
      WaitingAnswer(limit: RequestsResource.patience) { _, isLast in
        if entry.isEnding, !isLast { return .open(nil) }
        var nearest: JSON?
        if case .miss = entry.disposition, let request = entry.request {
          nearest = context.nearest(request)
        }
        return .decided(.success(RequestDetail(entry: entry, nearest: nearest).json))
      })
  }
}
