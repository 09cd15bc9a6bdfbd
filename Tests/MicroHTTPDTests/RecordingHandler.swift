import MicroHTTPD
import Platform
import TestSupport

/// A handler whose answers a test chooses, and that tells how exchanges ended.
final class RecordingHandler: ExchangeHandler {
  private let answer: @Sendable (Exchange) -> Action
  private let sink: (any BodySink)?
  private let whenParked: @Sendable (Exchange, Bool) -> Void
  private let state = Lock(State())
  private let bell = Bell()

  private struct State {
    var endings: [Ending] = []
    var exchanges: [Exchange] = []
    var events: [Event] = []
  }

  /// What a handler is told of an exchange.
  enum Event: Equatable {
    case delayed, held, answering
    case ended(Ending)
  }

  init(
    sink: (any BodySink)? = nil,
    whenParked: @escaping @Sendable (Exchange, Bool) -> Void = { _, _ in },
    _ answer: @escaping @Sendable (Exchange) -> Action
  ) {
    self.answer = answer
    self.sink = sink
    self.whenParked = whenParked
  }

  /// What it was told, in that order.
  var events: [Event] { state.withLock { $0.events } }

  var endings: [Ending] { state.withLock { $0.endings } }

  func respond(to exchange: Exchange) -> Action {
    state.withLock { $0.exchanges.append(exchange) }
    bell.notify()
    return answer(exchange)
  }

  func refuse(_ refusal: Refusal, _ exchange: Exchange) -> Reply {
    Reply(
      status: refusal.status, fields: [Field("X-Refusal", "\(refusal)")], body: [], closes: true)
  }

  func refuse(_ refusal: Refusal) -> Reply? {
    Reply(
      status: refusal.status, fields: [Field("X-Refusal", "\(refusal)")], body: [], closes: true)
  }

  func sink(for exchange: Exchange) -> (any BodySink)? { sink }

  func parked(_ exchange: Exchange, isHeld: Bool) {
    state.withLock { $0.events.append(isHeld ? .held : .delayed) }
    whenParked(exchange, isHeld)
    bell.notify()
  }

  func answering(_ exchange: Exchange) {
    state.withLock { $0.events.append(.answering) }
  }

  func ended(_ exchange: Exchange, _ ending: Ending) {
    state.withLock { state in
      state.endings.append(ending)
      state.events.append(.ended(ending))
    }
    bell.notify()
  }

  /// Waits until so many exchanges have ended.
  func waitForEndings(_ count: Int) -> [Ending] {
    wait { endings.count >= count }
    return endings
  }

  /// Waits until so many requests have arrived.
  func waitForExchanges(_ count: Int) -> [Exchange] {
    wait { state.withLock { $0.exchanges.count } >= count }
    return state.withLock { $0.exchanges }
  }

  /// Waits until exchanges were parked so often.
  @discardableResult
  func waitForParkings(_ count: Int) -> Bool {
    let isDone = { self.events.count { [.delayed, .held].contains($0) } >= count }
    wait(isDone)
    return isDone()
  }

  private func wait(_ isDone: () -> Bool) {
    let time = SystemTime()
    let end = time.now + .seconds(60)
    while !isDone(), time.now < end { bell.wait(for: .milliseconds(500)) }
  }
}

/// A daemon on loopback that ends with its test.
final class TestDaemon {
  let daemon: Daemon
  let handler: RecordingHandler
  private let isSecure: Bool
  var port: Int { isSecure ? daemon.securePort ?? 0 : daemon.port }

  init(
    tls: (any HandshakeHandler)? = TLSPorts.isUsual ? TestHandshakes() : nil,
    workers: Int = 2, sink: (any BodySink)? = nil,
    configure: (inout Daemon.Configuration) -> Void = { _ in },
    whenParked: @escaping @Sendable (Exchange, Bool) -> Void = { _, _ in },
    _ answer: @escaping @Sendable (Exchange) -> Action
  ) throws {
    handler = RecordingHandler(sink: sink, whenParked: whenParked, answer)
    var configuration = Daemon.Configuration(addresses: Address.loopback(port: 0))
    configuration.workers = workers
    isSecure = tls != nil
    configuration.secure = tls.map {
      Daemon.Configuration.Secure(addresses: configuration.addresses, handler: $0)
    }
    configure(&configuration)
    daemon = try Daemon(configuration, handler: handler)
    if isSecure { TLSPorts.add(port) }
  }

  deinit {
    if isSecure { TLSPorts.remove(port) }
    daemon.stop(grace: .seconds(1))
  }
}

let greeting = Reply(
  status: 200, fields: [Field("Content-Type", "text/plain")], body: Array("hello".utf8))
