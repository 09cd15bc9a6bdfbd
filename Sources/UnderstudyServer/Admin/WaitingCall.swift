import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// An admin call that is parked until the journal has its answer, or its time is over.
final class WaitingCall: JournalQuestion {
  private let waiting: WaitingAnswer
  /// Its session, which is not idle meanwhile.
  private let use: SessionUse?
  private let render: @Sendable (Result<JSON, Problem>) -> Reply
  private let state: Lock<State>

  private struct State {
    /// Gone once its client has hung up.
    weak var exchange: Exchange?
    /// The answer, once it is decided.
    var reply: Reply?
    var isAnswered = false
  }

  /// A call that nobody has looked at yet.
  init(
    _ exchange: Exchange, _ waiting: WaitingAnswer, _ use: SessionUse?,
    render: @escaping @Sendable (Result<JSON, Problem>) -> Reply
  ) {
    self.waiting = waiting
    self.use = use
    self.render = render
    state = Lock(State(exchange: exchange))
  }

  /// The answer, if it can be given now.
  func reply(at now: Moment) -> Reply? {
    if waiting.limit <= .zero { return lastReply(at: now) }
    guard case .decided(let result) = waiting.decide(now, false) else { return nil }
    return render(result)
  }

  /// The answer now that the time is over.
  func lastReply(at now: Moment) -> Reply {
    let known = state.withLock { state in
      state.isAnswered = true
      return state.reply
    }
    if let known { return known }
    guard case .decided(let result) = waiting.decide(now, true) else {
      preconditionFailure("the last look must decide")
    }
    return render(result)
  }

  func look(at now: Moment) -> JournalLook {
    let (exchange, reply, isAnswered) = state.withLock { ($0.exchange, $0.reply, $0.isAnswered) }
    guard let exchange, !isAnswered else { return .never }
    if let reply { return release(exchange, reply) }
    switch waiting.decide(now, false) {
    case .open(let moment): return .later(moment)
    case .decided(let result):
      let reply = render(result)
      state.withLock { $0.reply = reply }
      return release(exchange, reply)
    }
  }

  /// An exchange that cannot be released is on its way to the parking lot, or out of it.
  private func release(_ exchange: Exchange, _ reply: Reply) -> JournalLook {
    exchange.release(.reply(reply)) ? .never : .soon
  }
}
