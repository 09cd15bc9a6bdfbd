import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// An open stream that a session lives with: when it closes, whoever has opened it is gone, and the
/// session ends.
final class LeaseStream: BodySource {
  private let session: Session
  private let sessions: Sessions
  private let streams: LeaseStreams
  /// Its session is not idle meanwhile.
  private let use: SessionUse
  private let time = SystemTime()
  private let state: Lock<State>

  private struct State {
    var flow: EventFlow
    var number: UInt64?
  }

  /// A stream that begins with what is known of the session.
  init(_ session: Session, _ description: SessionDescription, _ context: AdminContext) {
    self.session = session
    sessions = context.sessions
    streams = context.leases
    use = SessionUse(session, context.time)
    let first = "event: session\ndata: ".utf8 + description.json.bytes() + "\n\n".utf8
    state = Lock(
      State(flow: EventFlow(beginningWith: first, context.heartbeat, at: time.now)))
  }

  func sends(to exchange: Exchange) {
    let number = streams.add(session) { exchange.wake() }
    state.withLock { $0.number = number }
  }

  func next(atMost count: Int) -> BodyPiece {
    state.withLock { $0.flow.next(atMost: count, at: time.now, isOver: session.hasEnded) }
  }

  func ended() {
    if let number = state.withLock({ $0.number }) { streams.remove(number, of: session) }
    sessions.end(session)
  }
}
