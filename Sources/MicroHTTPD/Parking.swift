internal import CMicroHTTPD
import Platform
import Synchronization

/// Where exchanges wait without a thread: delayed ones for their time, held ones for a release.
///
/// One thread watches over all of them: it fires the timers, notices at once when a client hangs
/// up, which the C library does not do for a suspended connection, and accepts connections for the
/// listeners that the library does not serve itself.
final class Parking: Sendable {
  let time: any TimeSource
  /// Who decides; not kept by what is kept of an exchange.
  weak let handler: (any ExchangeHandler)?
  let systemTime = SystemTime()
  /// From here on it is worth the effort to give memory back for the time of a wait.
  private static let longWait = Duration.milliseconds(50)
  let readiness: Readiness
  let state = Lock(State())
  /// Connections that are read to their end.
  let lingering: Lingering
  /// Connections whose clients have to say something before their first request.
  let handshakes: Handshakes

  struct State {
    var waiting: [UInt64: Waiting] = [:]
    /// The ends of delays and holds, and of what a pace makes wait, on the daemon's clock.
    var timers = TimerHeap()
    /// The ends of pauses, on the system's clock: they wait for the network, not for a test.
    var pauses = TimerHeap()
    var lastNumber: UInt64 = 1 << 32
    var isStopped = false
    var hasEnded = false
    var isCrowdGone = false
    // With room, so that its type is known: finding that out looks through the whole program.
    var entrances: [UInt64: Entrance] = Dictionary(minimumCapacity: 1)
    var lastEntrance: UInt64 = 0
    /// The numbers of entrances that rest while there is no descriptor for a connection, and until
    /// when.
    var resting: [(end: Moment, number: UInt64)] = []
  }

  // Safety: the connection is suspended while it stands here, so the library keeps it alive.
  @safe
  struct Waiting: @unchecked Sendable {
    var exchange: Exchange
    var connection: OpaquePointer
    var descriptor: Int32
    /// What is done when the time has come; nil where only the reading of a body goes on.
    var action: Action?
    /// Whether a body waits for its pace.
    var isPaced = false

    /// Whether it is dropped with what waits; a body that waits for the network is not.
    var canBeDropped: Bool { action != nil || isPaced }
  }

  init(time: any TimeSource, _ handler: (any ExchangeHandler)? = nil) throws(SystemError) {
    self.time = time
    self.handler = handler
    readiness = try Readiness()
    lingering = Lingering(readiness)
    handshakes = Handshakes(readiness)
    time.whenChanged { [weak self] in self?.readiness.wake() }
  }

  /// How many exchanges are parked.
  var count: Int { state.withLock { $0.waiting.count } }
  /// How many deadlines lie ahead for which somebody waits.
  var timerCount: Int {
    state.withLock { state in
      state.timers.count { state.waiting[$0] != nil }
        + state.pauses.count { state.waiting[$0] != nil }
    }
  }

  /// Suspends an exchange; called on its worker, inside a callback of the library.
  ///
  /// - Returns: false where the lot is closed: the exchange is not suspended then.
  func park(_ exchange: Exchange, until deadline: Moment?, then action: Action) -> Bool {
    if deadline.map({ $0 - time.now > Self.longWait }) ?? true { exchange.giveMemoryBack() }
    return suspend(exchange, action) { state, number in
      exchange.phase = .parked
      guard let deadline else { return false }
      return state.timers.insert(deadline, number)
    }
  }

  /// Suspends an exchange in the middle of its body, which goes on after a while.
  ///
  /// - Returns: false where the lot is closed: the exchange is not suspended then.
  func pause(_ exchange: Exchange, for duration: Duration) -> Bool {
    let end = systemTime.now + duration
    return suspend(exchange, nil) { state, number in state.pauses.insert(end, number) }
  }

  /// Suspends an exchange in the middle of its body, which goes on no more: until its client hangs
  /// up, or it is dropped like one that waits for its answer.
  ///
  /// - Returns: false where the lot is closed: the exchange is not suspended then.
  func stall(_ exchange: Exchange) -> Bool {
    exchange.giveMemoryBack()
    return suspend(exchange, .close) { _, _ in false }
  }

  /// Suspends an exchange whose answer goes past the library, until its socket should take more.
  ///
  /// - Returns: false where the lot is closed: the exchange is not suspended then.
  func pauseSending(_ exchange: Exchange, for duration: Duration) -> Bool {
    let end = systemTime.now + duration
    return suspend(exchange, .close) { state, number in
      exchange.phase = .parked
      return state.pauses.insert(end, number)
    }
  }

  /// Suspends an exchange in the middle of its body until a moment of the daemon's clock.
  ///
  /// - Returns: false where the lot is closed: the exchange is not suspended then.
  func pause(_ exchange: Exchange, until moment: Moment) -> Bool {
    // At a first, short pause others may have come at the same time, and wait for this worker.
    if exchange.hasPaused || moment - time.now > .milliseconds(500) { exchange.giveMemoryBack() }
    exchange.hasPaused = true
    return suspend(exchange, nil, isPaced: true) { state, number in
      state.timers.insert(moment, number)
    }
  }

  private func suspend(
    _ exchange: Exchange, _ action: Action?, isPaced: Bool = false,
    _ isEarliest: (inout State, UInt64) -> Bool
  ) -> Bool {
    guard let connection = unsafe exchange.connection else { return false }
    let descriptor = unsafe umhd_descriptor(connection)
    // All under the lock: whoever takes the exchange out again must find all of it done.
    let wakes: Bool? = state.withLock { state in
      guard !state.isStopped, !exchange.isDropped else { return nil }
      state.lastNumber += 1
      let number = state.lastNumber
      exchange.parkingNumber = number
      exchange.state?.pauseCount.add(1, ordering: .releasing)
      unsafe MHD_suspend_connection(connection)
      state.waiting[number] = unsafe Waiting(
        exchange: exchange, connection: connection, descriptor: descriptor, action: action,
        isPaced: isPaced)
      // A descriptor that cannot be watched still has its timer.
      try? readiness.add(descriptor, .hangUp, number: number)
      return isEarliest(&state, number)
    }
    guard let wakes else { return false }
    if wakes { readiness.wake() }
    return true
  }

  /// Lets a paused body go on; false where it is not paused (any more).
  func wake(_ exchange: Exchange) -> Bool {
    resume { state in
      guard let waiting = state.waiting[exchange.parkingNumber], waiting.action == nil else {
        return nil
      }
      return (exchange.parkingNumber, nil, nil)
    }
  }

  /// Takes a parked exchange out with an action; false where it is not parked (any more).
  func release(_ exchange: Exchange, _ action: Action) -> Bool {
    resume { state in
      guard let waiting = state.waiting[exchange.parkingNumber], waiting.action != nil else {
        return nil
      }
      return (exchange.parkingNumber, action, nil)
    }
  }

  /// The exchanges that wait for their answers and are meant, in the order in which they came.
  ///
  /// The closure is called under the lot's lock, as that of ``dropAll(where:)``.
  func parked(where isMeant: (Exchange) -> Bool) -> [Exchange] {
    state.withLock { state in
      state.waiting.filter { $0.value.action != nil && isMeant($0.value.exchange) }
        .sorted { $0.key < $1.key }.map(\.value.exchange)
    }
  }

  /// Resets every exchange of a port that has begun to refuse, in the middle of its answer too.
  ///
  /// None is parked behind this: from the moment that its port has dropped it, the lot does not take
  /// it any more.
  func dropAll(of port: SidePort) {
    drop { $0.exchange.isDropped && $0.exchange.sidePort === port }
  }

  /// Resets an exchange that waits for its answer, or for the pace of its body.
  func drop(_ exchange: Exchange) {
    resume { state in
      guard let waiting = state.waiting[exchange.parkingNumber], waiting.canBeDropped else {
        return nil
      }
      return (exchange.parkingNumber, .reset, .dropped)
    }
  }

  /// Resets every exchange that waits for its answer, has stalled in it, or waits for the pace of its
  /// body, and is meant; an answer that is being sent as fast as it can be is not.
  ///
  /// The closure is called under the lot's lock, so that no worker changes an exchange while it is
  /// asked about: it must neither wait nor touch what is parked.
  func dropAll(where isMeant: (Exchange) -> Bool = { _ in true }) {
    drop { $0.canBeDropped && isMeant($0.exchange) }
  }

  /// Closes the lot: drops every exchange, and takes no more.
  func stop() {
    state.withLock { $0.isStopped = true }
    drop { _ in true }
    handshakes.stop()
  }

  /// Ends the thread that runs ``run(accept:)``.
  func end() {
    state.withLock { $0.hasEnded = true }
    readiness.wake()
  }

  private func drop(_ isMeant: (Waiting) -> Bool) {
    let numbers = state.withLock { Array($0.waiting.keys) }
    for number in numbers {
      resume { state in
        // Asked while it waits: once it is taken out, it is its worker's.
        guard let waiting = state.waiting[number], isMeant(waiting) else { return nil }
        return (number, .reset, .dropped)
      }
    }
  }

  /// Takes one exchange out and hands it back to its worker; exactly one caller succeeds.
  @discardableResult
  private func resume(
    _ choose: (inout State) -> (number: UInt64, action: Action?, ending: Ending?)?
  ) -> Bool {
    state.withLock { state in
      guard let (number, action, ending) = choose(&state),
        let waiting = state.waiting.removeValue(forKey: number)
      else { return false }
      readiness.remove(waiting.descriptor)
      waiting.exchange.parkingNumber = 0
      waiting.exchange.state?.pauseCount.add(1, ordering: .releasing)
      if let ending { waiting.exchange.ending = ending }
      waiting.exchange.next = action
      state.timers.forgetStale(keeping: state.waiting)
      state.pauses.forgetStale(keeping: state.waiting)
      // Under the lock as well: once stop() has had it, nobody touches a connection any more.
      unsafe MHD_resume_connection(waiting.connection)
      return true
    }
  }
}

// MARK: - The thread

extension Parking {
  /// What others do on the lot's thread.
  struct Duties {
    /// What a client is told whose connection is ended, and for what.
    var tell: (Refusal) -> [UInt8]?
    /// Whether there is room again for connections that were too many.
    var hasRoom: () -> Bool
    /// Takes what has connected to a listener; false where there is no descriptor left for it.
    var accept: (Entrance) -> Bool
    /// How many connections there are.
    var count: () -> Int
    /// Rouses the library's workers.
    var rouse: () -> Void
  }

  /// Serves timers, hang-ups and further listeners until ``end()``.
  ///
  /// - Parameters:
  ///   - reading: the connections whose requests may take too long.
  ///   - crowd: when the library's workers are roused.
  ///   - duties: what is done where it is time to.
  func run(watching reading: ReadWatch, rousing crowd: Crowd, _ duties: Duties) {
    while !state.withLock({ $0.hasEnded }) {
      let (timer, pause, rest) = state.withLock {
        ($0.timers.earliest, $0.pauses.earliest, $0.resting.first?.end)
      }
      let wait = [
        milliseconds(until: timer, time), milliseconds(until: pause, systemTime),
        milliseconds(until: rest, systemTime),
        milliseconds(until: lingering.earliestEnd, systemTime),
        milliseconds(until: reading.nextLook, systemTime),
        milliseconds(until: crowd.nextTurn, systemTime),
      ].compactMap(\.self).min()
      for number in readiness.wait(milliseconds: wait) where number != Readiness.wakeNumber {
        if let entrance = state.withLock({ $0.entrances[number] }) {
          if !duties.accept(entrance) { putToRest(entrance) }
        } else if Lingering.owns(number) {
          lingering.drain(number)
        } else if Handshakes.owns(number) {
          handshakes.wake(number)
        } else {
          resume { _ in (number, .close, .cancelled) }
        }
      }
      fireTimers()
      lingering.expire()
      reading.look(telling: duties.tell, hasRoom: duties.hasRoom)
      wakeEntrances()
      crowd.look(count: duties.count, rouse: duties.rouse)
      let isCrowdGone = state.withLock { state in
        defer { state.isCrowdGone = false }
        return state.isCrowdGone
      }
      if isCrowdGone { Machine.returnFreeMemory() }
    }
    lingering.stop()
  }

  /// Gives memory back to the system, on this lot's thread: that may take milliseconds.
  func returnFreeMemory() {
    state.withLock { $0.isCrowdGone = true }
    readiness.wake()
  }

  /// How long to sleep, rounded up, so that nothing is early.
  private func milliseconds(until deadline: Moment?, _ time: any TimeSource) -> Int32? {
    guard let deadline else { return nil }
    let now = time.now
    guard deadline > now else { return 0 }
    return Int32(clamping: (deadline.nanoseconds - now.nanoseconds + 999_999) / 1_000_000)
  }

  private func fireTimers() {
    let (now, systemNow) = (time.now, systemTime.now)
    while let number = state.withLock({ state in
      state.timers.popDue(now) ?? state.pauses.popDue(systemNow)
    }) {
      resume { state in state.waiting[number].map { (number, $0.action, nil) } }
    }
  }
}
