import Synchronization

/// What is kept for a connection from its first to its last request.
final class ConnectionState: @unchecked Sendable {
  // Safety: the library calls back for one connection on one thread at a time; what other threads
  // look at is atomic.

  /// How many requests it has had.
  @safe @exclusivity(unchecked) var requestCount = 0
  /// The header lines of its last request.
  @safe @exclusivity(unchecked) var head = HeadLines()
  /// What every request with these lines says, once there was a second.
  @safe @exclusivity(unchecked) var knownHead: KnownHead?
  /// A note of the handler's about requests with these lines.
  @safe @exclusivity(unchecked) var note: AnyObject?
  /// What the port knows of it by which it came; nil for the daemon's own addresses.
  @safe @exclusivity(unchecked) var side: SideConnection?
  /// What there is of it with TLS; nil without.
  @safe @exclusivity(unchecked) var secure: SecureConnection?

  /// How far the handshake is that precedes its first request.
  let handshake = Atomic<Handshake>(.none)
  /// Whether there were too many connections when it began.
  let isExcess = Atomic<Bool>(false)
  /// How much of a body has come.
  let receivedCount = Atomic<Int>(0)
  /// How often the reading of a body was paused or went on: odd while it is paused.
  let pauseCount = Atomic<Int>(0)
  /// The stage in its three lowest bits, above them a number that no two stages share.
  private let progress = Atomic<Int>(0)

  /// What precedes the first request.
  enum Handshake: UInt8, AtomicRepresentable {
    /// Nothing, or it is over.
    case none
    /// The client or we have to say something.
    case underWay
    /// Nobody shall say anything any more.
    case stalled
  }

  /// What is read, and by whom a connection may be ended.
  enum Stage: Int {
    /// No line of a request has come.
    case waiting
    /// The request line has come.
    case head
    /// The head has come.
    case body
    /// The request is whole, or was refused: the handler and the library have the connection.
    case answering
    /// It took too long, and is told so: whatever comes is too late.
    case expired
    /// The same where nobody is told, since no line of a request had come.
    case expiredUntold
  }

  /// A stage as it was seen.
  struct Sight: Equatable {
    fileprivate var progress: Int
    var pauseCount: Int
    var stage: Stage { Stage(rawValue: progress & 7) ?? .waiting }
  }

  /// Goes on to the next stage; false where the connection has expired.
  func enter(_ stage: Stage) -> Bool {
    let now = progress.load(ordering: .relaxed)
    if now & 7 >= Stage.expired.rawValue { return false }
    let next = ((now >> 3 &+ 1) << 3) | stage.rawValue
    return progress.compareExchange(
      expected: now, desired: next, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Whether it took too long.
  var isExpired: Bool { progress.load(ordering: .acquiring) & 7 >= Stage.expired.rawValue }

  /// Whether its client was told that it took too long.
  var isToldLate: Bool { progress.load(ordering: .acquiring) & 7 == Stage.expired.rawValue }

  /// What can be seen of it from another thread.
  var sight: Sight {
    Sight(
      progress: progress.load(ordering: .acquiring),
      pauseCount: pauseCount.load(ordering: .acquiring)
    )
  }

  /// Ends it, unless it has gone on since it was seen.
  ///
  /// - Parameters:
  ///   - sight: as what it was seen.
  ///   - isTold: whether whoever succeeds says so to the client.
  /// - Returns: whether it has ended by this.
  func expire(_ sight: Sight, isTold: Bool) -> Bool {
    let stage = isTold ? Stage.expired : .expiredUntold
    return progress.compareExchange(
      expected: sight.progress, desired: (sight.progress >> 3) << 3 | stage.rawValue,
      ordering: .acquiringAndReleasing
    ).exchanged
  }
}
