/// What is done with an exchange.
public enum Action: Sendable {
  /// The answer is sent.
  case reply(Reply)
  /// The answer is sent, its body at this pace.
  indirect case paced(Pace, Reply)
  /// The connection is closed without a byte of an answer (FIN).
  case close
  /// The connection is reset before a byte of an answer (RST).
  case reset
  /// The action is done so long after the request has arrived; never earlier, and without a thread.
  indirect case delayed(Duration, Action)
  /// Nothing is done until ``Exchange/release(_:)``, or until the client hangs up.
  case held
  /// What the closure says when its turn comes, as behind a delay; it must not wait.
  case computed(@Sendable () -> Action)
  /// What the closure that is handed in is called with, once and from any thread; until then the
  /// exchange is parked. What is returned stops the work, and is called when the exchange ends, be it
  /// done or not.
  case awaited(
    @Sendable (_ finish: @escaping @Sendable (Action) -> Void) -> @Sendable () -> Void)
}

/// How an exchange ended.
public enum Ending: String, Sendable, Hashable, CaseIterable {
  /// The whole answer was sent.
  case completed
  /// The client hung up before that.
  case cancelled
  /// We reset the connection.
  case reset
  /// We closed the connection before the end of an answer.
  case closed
  /// The message was refused before anybody looked at what it asks, by us or by the library.
  case refused
  /// We dropped it: what was parked was dropped, its port refused, or the daemon stopped.
  case dropped
  /// It timed out or broke in the library.
  case failed
}

/// Why a message is refused before its handler sees it.
public enum Refusal: Sendable, Hashable, CaseIterable {
  /// HTTP/1.1 without `Host` (RFC 9112, 3.2).
  case missingHost
  /// More than one `Host` (RFC 9112, 3.2).
  case repeatedHost
  /// Two `Content-Length` that differ (RFC 9112, 6.3).
  case conflictingLength
  /// `Content-Length` beside `Transfer-Encoding` (RFC 9112, 6.3).
  case lengthWithTransferCoding
  /// A transfer coding other than `chunked` (RFC 9112, 6.1).
  case unknownTransferCoding
  /// `CONNECT`, which only proxies answer (RFC 9110, 9.3.6).
  case connectMethod
  /// A header block over the limit (RFC 6585, 5).
  case headersTooLarge
  /// A body over the limit (RFC 9110, 15.5.14).
  case bodyTooLarge
  /// A space or a control character in the request target (RFC 9112, 3.2).
  case malformedTarget
  /// A request target over the limit (RFC 9110, 15.5.15).
  case targetTooLong
  /// More than one space between the parts of the request line (RFC 9112, 3).
  case malformedRequestLine
  /// A method that is no token (RFC 9110, 9.1).
  case malformedMethod
  /// A `Host` that is empty or names no host (RFC 9112, 3.2).
  case invalidHost
  /// A header name that is no token, such as one with a space before its colon (RFC 9112, 5.1).
  case malformedHeaderName
  /// A line that ends with LF alone (RFC 9112, 2.2), goes on in the next (RFC 9112, 5.2), has no name,
  /// or has a CR or NUL in it (RFC 9110, 5.5).
  case brokenHeaderLine
  /// `chunked` more than once (RFC 9112, 6.1).
  case repeatedChunked
  /// A transfer coding in a message of HTTP/1.0, which has none (RFC 9112, 6.1).
  case transferCodingInHTTP10
  /// An expectation other than `100-continue` (RFC 9110, 10.1.1).
  case unknownExpectation
  /// A head or a body that does not come to its end (RFC 9110, 15.5.9).
  case readTimeout
  /// More connections than there may be (RFC 9110, 15.6.4).
  case tooManyConnections
  /// HTTP without TLS where TLS is spoken.
  case plainText

  /// The status that the refusal has.
  public var status: Int {
    switch self {
    case .unknownTransferCoding, .connectMethod: 501
    case .headersTooLarge: 431
    case .readTimeout: 408
    case .bodyTooLarge: 413
    case .targetTooLong: 414
    case .unknownExpectation: 417
    case .tooManyConnections: 503
    default: 400
    }
  }
}

/// Who decides what is done with exchanges.
public protocol ExchangeHandler: AnyObject, Sendable {
  /// Decides; called once, on a worker, when the whole request has arrived. Must not wait.
  func respond(to exchange: Exchange) -> Action
  /// The words of a refusal; called instead of ``respond(to:)``.
  func refuse(_ refusal: Refusal, _ exchange: Exchange) -> Reply
  /// The words of a refusal that may be sent before a request has come: ``Refusal/readTimeout``,
  /// ``Refusal/tooManyConnections`` and ``Refusal/plainText``; nil says nothing.
  func refuse(_ refusal: Refusal) -> Reply?
  /// Who takes a body that is about to be read; nil keeps it whole in ``Exchange/body``.
  func sink(for exchange: Exchange) -> (any BodySink)?
  /// What happens while a body comes that is about to be read, asked for before ``sink(for:)``; nil reads
  /// it as it comes.
  func intake(for exchange: Exchange) -> BodyIntake?
  /// Tells that an exchange waits now, for its time or, held, for ``Exchange/release(_:)``, which
  /// works from this moment on.
  ///
  /// Called on the exchange's worker each time that it is parked: twice where a hold follows a
  /// delay, and each time that its body, or that of its answer, waits for its pace. Whatever becomes
  /// of it, this returns before ``answering(_:)`` or ``ended(_:_:)`` is called, even where it is
  /// released meanwhile, because they are called on the same worker. Must not wait.
  func parked(_ exchange: Exchange, isHeld: Bool)
  /// Tells that an answer is about to be sent: ``Exchange/reply`` is set, unless the answer has no
  /// status line; its client has nothing yet.
  func answering(_ exchange: Exchange)
  /// Tells how an exchange ended; called exactly once for each, also where neither of the others
  /// was called because the client hung up early or the library refused by itself.
  func ended(_ exchange: Exchange, _ ending: Ending)
  /// Tells that somebody has connected for whom there is no room; called on any thread, each time.
  /// Must not wait.
  func ranShort(of shortage: Shortage)
}

extension ExchangeHandler {
  /// Closes without a word.
  public func refuse(_ refusal: Refusal) -> Reply? { nil }

  /// Keeps every body whole.
  public func sink(for exchange: Exchange) -> (any BodySink)? { nil }

  /// Reads every body as it comes.
  public func intake(for exchange: Exchange) -> BodyIntake? { nil }

  /// Does nothing.
  public func parked(_ exchange: Exchange, isHeld: Bool) {}

  /// Does nothing.
  public func answering(_ exchange: Exchange) {}

  /// Does nothing.
  public func ranShort(of shortage: Shortage) {}
}

/// Takes a body piece by piece, so that a long one need not be kept.
public protocol BodySink: AnyObject, Sendable {
  /// Takes the next piece; called on one thread at a time.
  func take(_ bytes: [UInt8])
}
