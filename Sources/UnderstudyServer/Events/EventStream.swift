import MicroHTTPD
import Platform
import Understudy
import UnderstudyEngine

/// One reader of events: Server-Sent Events (WHATWG HTML, 9.2), written as fast as it reads.
///
/// A reader that is too slow loses events and is told how many; a comment every few seconds keeps
/// the connection from looking dead.
final class EventStream: BodySource {
  private let log: EventLog<Event>
  private let concerns: @Sendable (Event) -> Bool
  private let isOver: @Sendable () -> Bool
  /// Its session, which is not idle meanwhile.
  private let use: SessionUse?
  private let time = SystemTime()
  private let state: Lock<State>

  private struct State {
    var lastID: UInt64
    var flow: EventFlow
    var reader: UInt64?
  }

  /// How many events are put into words at once.
  private static let batch = 64

  /// A reader behind an event.
  ///
  /// - Parameters:
  ///   - log: the events.
  ///   - lastID: the number of the last one that the client knows.
  ///   - concerns: which events it is told of.
  ///   - isOver: whether there can be none any more: its session has ended.
  ///   - use: its session, which is not idle meanwhile.
  ///   - heartbeat: how long nothing may be sent.
  init(
    _ log: EventLog<Event>, after lastID: UInt64,
    concerns: @escaping @Sendable (Event) -> Bool = { _ in true },
    isOver: @escaping @Sendable () -> Bool = { false }, use: SessionUse? = nil, heartbeat: Duration
  ) {
    self.log = log
    self.concerns = concerns
    self.isOver = isOver
    self.use = use
    // The first bytes tell the client that it is heard, and behind what and when to come back.
    state = Lock(
      State(
        lastID: lastID,
        flow: EventFlow(
          beginningWith: Array("id: \(lastID)\nretry: 1000\n\n".utf8), heartbeat, at: time.now)))
  }

  func sends(to exchange: Exchange) {
    let reader = log.addReader { exchange.wake() }
    state.withLock { $0.reader = reader }
  }

  func ended() {
    if let reader = state.withLock({ $0.reader }) { log.remove(reader: reader) }
  }

  func next(atMost count: Int) -> BodyPiece {
    state.withLock { state in
      if state.flow.isEmpty { state.flow.add(format(&state.lastID)) }
      return state.flow.next(atMost: count, at: time.now, isOver: isOver())
    }
  }

  private func format(_ lastID: inout UInt64) -> [UInt8] {
    var text: [UInt8] = []
    while text.isEmpty {
      let (events, lost) = log.events(after: lastID, limit: Self.batch)
      if events.isEmpty { break }
      if lost > 0 { text += "event: lost\ndata: {\"count\":\(lost)}\n\n".utf8 }
      for event in events {
        lastID = event.id
        if concerns(event.content) { text += Self.text(of: event) }
      }
    }
    return text
  }

  private static func text(of event: EventLog<Event>.Event) -> [UInt8] {
    let (name, data) = event.content.message
    return "id: \(event.id)\nevent: \(name)\ndata: ".utf8 + data.bytes() + "\n\n".utf8
  }
}
