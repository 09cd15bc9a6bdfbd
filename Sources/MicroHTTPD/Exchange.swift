internal import CMicroHTTPD
public import Platform
import Synchronization

/// One request and what becomes of it.
///
/// Method, target, header lines and body are copies and may be kept.
@safe
public final class Exchange: @unchecked Sendable {
  // Safety: the library calls back for one exchange on one thread at a time, and a parked exchange
  // changes hands only under the parking lot's lock. No access to a property overlaps another, so
  // that nothing would be found by checking each, which costs a tenth of a request.

  /// A number that no other exchange of this process has.
  public let seq: UInt64
  /// The method, such as the bytes of `GET`.
  public internal(set) var method: [UInt8] {
    get { kept.method }
    set { kept.method = newValue }
  }
  /// The request target as it was sent.
  public let target: [UInt8]
  /// Whether the target is nothing but printable ASCII that needs no decoding: no query, no `%`.
  public let isTargetPlain: Bool
  /// Whether the target has a byte that no target may have.
  let hasTargetControls: Bool
  /// The header lines as they came.
  public internal(set) var head: HeadLines {
    get { kept.head }
    set { kept.head = newValue }
  }
  /// The body as it arrived, without transfer coding; empty where a sink takes it.
  @safe @exclusivity(unchecked) public internal(set) var body: [UInt8] = []
  /// How long the body is, as far as it was read.
  public internal(set) var bodyLength: Int {
    get { kept.bodyLength }
    set { kept.bodyLength = newValue }
  }
  /// How long the body will be; nil where it comes in chunks, or is not there.
  @safe @exclusivity(unchecked) public internal(set) var announcedBodyLength: Int?
  /// Who takes the body; nil where it is kept.
  public internal(set) var sink: (any BodySink)? {
    get { kept.sink }
    set { kept.sink = newValue }
  }
  /// When the request line was read.
  public let startedAt: Moment
  /// When the whole request had been read.
  public internal(set) var receivedAt: Moment {
    get { kept.receivedAt }
    set { kept.receivedAt = newValue }
  }
  /// Whether it is not the first request of its connection.
  ///
  /// A GET that is reset on such a connection is sent again by clients themselves, silently.
  public internal(set) var isReused: Bool {
    get { kept.isReused }
    set { kept.isReused = newValue }
  }
  /// The answer that was queued; nil before that.
  public internal(set) var reply: Reply? {
    get { kept.reply }
    set { kept.reply = newValue }
  }
  /// When the answer was queued.
  public internal(set) var answeredAt: Moment? {
    get { kept.answeredAt }
    set { kept.answeredAt = newValue }
  }
  /// Whether the whole request had been read.
  @safe @exclusivity(unchecked) public internal(set) var isReceived = false
  /// Changes whatever answer is queued, at the last moment: lines for the request's origin, say.
  public var dress: (@Sendable (Reply) -> Reply)? {
    get { kept.dress }
    set { kept.dress = newValue }
  }
  /// A note of the handler's, for ``ExchangeHandler/ended(_:_:)``.
  public var attachment: AnyObject? {
    get { kept.attachment }
    set { kept.attachment = newValue }
  }

  /// Whether it asks for a head alone.
  var isHead: Bool { method.elementsEqual("HEAD".utf8) }

  /// The present, by the daemon's clock.
  public var now: Moment { parking.time.now }

  /// The status that was queued; 0 before that.
  public var status: Int { reply?.status ?? 0 }

  /// The port by which its connection came; nil for the daemon's own.
  public var sidePort: SidePort? { side?.port }

  /// A note of the handler's about all requests of the connection that have the same header lines.
  ///
  /// It is gone once a request has others, and may be touched inside the handler's calls only. Most
  /// clients send the same lines with each request: what follows from them need be found out once.
  public var noteForLines: AnyObject? {
    get { state?.note }
    set { state?.note = newValue }
  }

  /// What others see: they would check each access, were it not for the accessors.
  @safe @exclusivity(unchecked) private var kept: Kept

  private struct Kept {
    var method: [UInt8] = []
    var head = HeadLines()
    var bodyLength = 0
    var sink: (any BodySink)?
    var receivedAt: Moment
    var isReused = false
    var reply: Reply?
    var answeredAt: Moment?
    var dress: (@Sendable (Reply) -> Reply)?
    var attachment: AnyObject?
  }

  /// What is kept for the connection; nil until the head is read.
  @safe @exclusivity(unchecked) var state: ConnectionState?

  /// What that port knows of the connection.
  @safe @exclusivity(unchecked) var side: SideConnection?

  @safe @exclusivity(unchecked) var phase = Phase.fresh
  @safe @exclusivity(unchecked) var ending: Ending?
  @exclusivity(unchecked) var connection: OpaquePointer?
  /// Where the library keeps the request line.
  @exclusivity(unchecked) var requestLine: UnsafePointer<CChar>?
  /// Whether the library has zeroed memory of the connection, which may be given back.
  @safe @exclusivity(unchecked) var holdsZeros = false
  /// Whether a body has waited for its pace before.
  @safe @exclusivity(unchecked) var hasPaused = false
  /// Stops what its answer waits for.
  @safe @exclusivity(unchecked) var stopWork: (@Sendable () -> Void)?
  /// What is done when the exchange comes back from the parking lot.
  @safe @exclusivity(unchecked) var next: Action?
  /// The exchange's number in the parking lot; 0 while it is not parked.
  @safe @exclusivity(unchecked) var parkingNumber: UInt64 = 0

  /// Whether the source of a streamed body may have more since it was asked last.
  let hasNews = Atomic<Bool>(false)

  /// What is left to send past the library.
  @safe @exclusivity(unchecked) var unsent = UnsentMessage()

  /// Whether its client may still be sending when it is answered and closed.
  @safe @exclusivity(unchecked) var lingers = false

  /// How far its body has come, where it is not read as it comes.
  @safe @exclusivity(unchecked) var intake: IntakeProgress?

  /// Whether it is answered in the middle of its body.
  @safe @exclusivity(unchecked) var isBrokenOff = false

  /// The pace of its answer's body; nil where it is sent as fast as it can be.
  @safe @exclusivity(unchecked) var pace: Pace?

  /// Whether another process answers it.
  @safe @exclusivity(unchecked) var isRelayed = false

  /// Whether it came to a daemon that was handed over before, and nobody else can answer it.
  ///
  /// What its handler changes for such an exchange is lost, unless somebody is told.
  @safe @exclusivity(unchecked) package internal(set) var isLate = false

  /// How often a reset has waited for what was sent to arrive.
  @safe @exclusivity(unchecked) var resetAttempts = 0

  /// The answer's cut, until it has been made.
  @safe @exclusivity(unchecked) var pendingCut: Reply.Cut?

  // Not the daemon's core: an exchange that is kept must neither outlive it nor keep it.
  private let parking: Parking

  enum Phase {
    case fresh, reading, parked, answered
  }

  /// What bytes a target has.
  struct TargetTraits: OptionSet {
    let rawValue: Int32
    /// A blank or a control character.
    static let hasControls = TargetTraits(rawValue: 1)
    /// A query, a percent sign or what is no ASCII.
    static let isSpecial = TargetTraits(rawValue: 2)
  }

  init(seq: UInt64, target: [UInt8], traits: TargetTraits, now: Moment, parking: Parking) {
    self.seq = seq
    self.target = target
    isTargetPlain = traits == []
    hasTargetControls = traits.contains(.hasControls)
    self.parking = parking
    startedAt = now
    kept = Kept(receivedAt: now)
  }

  /// Ends a hold or a delay now, with this action; from any thread.
  ///
  /// - Returns: false where the exchange is not parked (any more).
  @discardableResult
  public func release(_ action: Action) -> Bool {
    parking.release(self, action)
  }
}

extension Exchange {
  /// Resets a parked exchange, which ends as ``Ending/dropped``; from any thread.
  public func drop() {
    parking.drop(self)
  }
}

extension Exchange {
  /// Ends the reading of the request; false where that has taken too long, and somebody has said so.
  func mayBeAnswered() -> Bool { state?.enter(.answering) ?? true }
}

// MARK: - What an answer that breaks off needs

extension Exchange {
  var unsentByteCount: Int {
    guard let connection = unsafe connection else { return 0 }
    return unsafe Int(umhd_unsent(umhd_descriptor(connection)))
  }

  /// Sends what the socket takes of some bytes without waiting, past the library.
  ///
  /// The only place that does.
  ///
  /// - Returns: how many it has taken; nil where the connection is gone.
  @discardableResult
  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let connection = unsafe connection else { return nil }
    if let secure = state?.secure { return secure.send(bytes) }
    let count = unsafe bytes.withUnsafeBytes { bytes in
      unsafe umhd_send(umhd_descriptor(connection), bytes.baseAddress, bytes.count)
    }
    return count < 0 ? nil : count
  }

  func resetConnection() {
    guard let connection = unsafe connection else { return }
    unsafe umhd_reset(umhd_descriptor(connection))
  }

  /// Resets the connection once what was sent has arrived, which a reset would throw away; waits for
  /// that, but not for ever.
  ///
  /// - Returns: false where it waits: the body's reader is asked again.
  func resetOnceArrived() -> Bool {
    if unsentByteCount > 0, resetAttempts < 400, pauseReading(for: .milliseconds(5)) {
      resetAttempts += 1
      return false
    }
    ending = .reset
    resetConnection()
    return true
  }

  /// Ends the connection behind an answer without a body to cut.
  func breakOff(_ cut: Reply.Cut) -> Ending {
    switch cut {
    case .close:
      state?.secure?.end()
      if let connection = unsafe connection { unsafe umhd_close(umhd_descriptor(connection)) }
      return .closed
    case .reset:
      resetConnection()
      return .reset
    // The head was the whole answer.
    case .stall: return .completed
    }
  }

  /// Gives memory back that the connection does not need while it waits; called on its worker.
  func giveMemoryBack() {
    guard holdsZeros, unsafe connection != nil, let requestLine = unsafe requestLine else { return }
    holdsZeros = false
    unsafe umhd_give_back(requestLine, isReused ? 1 : 0)
  }

  /// Lets a body go on that was suspended.
  func wakeReading() {
    _ = parking.wake(self)
  }

  /// Suspends the connection in the middle of its body until the client hangs up or it is dropped;
  /// false where the daemon stops.
  func stallReading() -> Bool {
    parking.stall(self)
  }

  /// Suspends the connection until its socket should take more; false where the daemon stops.
  func pauseSending(for duration: Duration) -> Bool {
    parking.pauseSending(self, for: duration)
  }

  /// Suspends the connection while its body is read; false where the daemon stops.
  func pauseReading(for duration: Duration) -> Bool {
    parking.pause(self, for: duration)
  }

  /// Suspends the connection until a moment of the daemon's clock, for a body or an answer that takes
  /// its time; false where the daemon stops.
  ///
  /// Whoever drops what is parked drops it too.
  func pauseReading(until moment: Moment) -> Bool {
    guard parking.pause(self, until: moment) else { return false }
    parking.handler?.parked(self, isHeld: false)
    return true
  }
}
