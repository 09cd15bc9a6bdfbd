import Platform
import Understudy
import UnderstudyAPI

/// Looks on at the journal of a daemon, and of the one that comes after it.
struct RequestFollower {
  private let list: RequestList
  /// Hears of a request.
  private let tell: (RequestDescription) -> Void
  /// Hears of the daemon, in a sentence.
  private let say: (String) -> Void
  private let pause: (Duration) -> Void
  /// Those that are under way, and whether that was told.
  private var open: [Int: Bool] = [:]
  /// When the daemon was started that is listened to: another one has another time.
  private var startedAt = ""

  /// How long one call waits for a request.
  ///
  /// Where a daemon takes the place of another without going away, nobody hears of it before that is
  /// over.
  private static let wait = 5

  init(
    _ list: RequestList, tell: @escaping (RequestDescription) -> Void,
    say: @escaping (String) -> Void, pause: @escaping (Duration) -> Void
  ) {
    self.list = list
    self.tell = tell
    self.say = say
    self.pause = pause
  }

  /// Goes on until the daemon refuses.
  mutating func run() throws(CommandFailure) -> Never {
    startedAt = try list.startedAt()
    var answer = try list.newest()
    while true {
      try take(answer)
      guard let next = answer["next"]?.intValue else { throw list.daemon.stranger("other JSON") }
      answer = try page(after: next)
    }
  }

  /// Tells of the requests of an answer, and of those that have ended meanwhile.
  private mutating func take(_ answer: JSON) throws(CommandFailure) {
    for request in try list.requests(in: answer) {
      if request.ending == nil { open[request.seq] = false } else { hear(request) }
    }
    guard let first = open.keys.min() else { return }
    // Where the daemon is gone by now, the next call says so.
    guard
      let again = try passing({ () throws(CommandFailure) in
        try list.requests(in: list.page(after: first - 1, waiting: 0))
      })
    else { return }
    for request in again {
      guard let isTold = open[request.seq] else { continue }
      if request.ending != nil {
        open[request.seq] = nil
        hear(request)
      } else if !isTold {
        open[request.seq] = true
        hear(request)
      }
    }
    // What the journal has dropped or forgotten is not waited for.
    let known = Set(again.map(\.seq))
    open = open.filter { known.contains($0.key) }
  }

  private func hear(_ request: RequestDescription) {
    if list.end.fits(request) { tell(request) }
  }

  /// The requests behind a number, once there are some or a while has gone by.
  private mutating func page(after next: Int) throws(CommandFailure) -> JSON {
    let wait = open.isEmpty ? Self.wait : 1
    let found = try passing { () throws(CommandFailure) in
      let answer = try list.page(after: next, waiting: wait)
      // Another daemon may have taken the place of this one.
      let isQuiet = answer["requests"]?.arrayValue?.isEmpty ?? false
      return (answer: answer, startedAt: isQuiet && open.isEmpty ? try list.startedAt() : startedAt)
    }
    guard let found else {
      say("The daemon at \(list.daemon.url) is gone. Waiting for it.")
      return try pageOfNext(after: next)
    }
    return found.startedAt == startedAt ? found.answer : try beginAnew(found.startedAt)
  }

  /// Waits for a daemon; one that was started meanwhile is asked for all that it knows.
  private mutating func pageOfNext(after next: Int) throws(CommandFailure) -> JSON {
    while true {
      pause(.milliseconds(500))
      let found = try passing { () throws(CommandFailure) in
        let startedAt = try list.startedAt()
        let isSame = startedAt == self.startedAt
        return (startedAt: startedAt, page: isSame ? try list.page(after: next, waiting: 0) : .null)
      }
      guard let found else { continue }
      if found.startedAt != startedAt { return try beginAnew(found.startedAt) }
      say("It serves again.")
      return found.page
    }
  }

  private mutating func beginAnew(_ startedAt: String) throws(CommandFailure) -> JSON {
    say("The daemon at \(list.daemon.url) was started anew: its record begins anew too.")
    open = [:]
    self.startedAt = startedAt
    guard
      let first = try passing({ () throws(CommandFailure) in try list.page(after: 0, waiting: 0) })
    else { return try pageOfNext(after: 0) }
    return first
  }

  /// What a call gives; nil where it may work in a moment.
  private func passing<Value>(
    _ call: () throws(CommandFailure) -> Value
  ) throws(CommandFailure) -> Value? {
    do throws(CommandFailure) {
      return try call()
    } catch {
      if error.isPassing { return nil }
      throw error
    }
  }
}
