import Platform

/// When the library's workers are roused, while there are many connections.
///
/// A worker asks the system for 128 events at a time. Where it gets that many, it asks again before it
/// looks at any, and sleeps there until something else happens (`MHD_epoll` in libmicrohttpd 0.9.75):
/// whoever has asked would wait for as long as everybody is silent. So the parking lot's thread makes
/// something happen at every worker, again and again.
final class Crowd: Sendable {
  /// How many connections there must be: with a listener and a worker's own, somewhat less than 128
  /// events.
  static let size = 120
  /// How long it is from one time to the next: so long may a client wait that others would keep from
  /// being answered.
  private static let pause: Duration = .milliseconds(50)

  private let readiness: Readiness
  private let time = SystemTime()
  private let next = Lock<Moment?>(nil)

  /// Nobody is there yet.
  ///
  /// - Parameter readiness: what the thread that rouses waits for.
  init(_ readiness: Readiness) {
    self.readiness = readiness
  }

  /// When the workers are to be roused; nil where there are few connections.
  var nextTurn: Moment? { next.withLock(\.self) }

  /// Says that there are as many connections as ``size``, where there were less.
  func gathered() {
    let first = time.now + Self.pause
    next.withLock { next in
      if next == nil { next = first }
    }
    readiness.wake()
  }

  /// Rouses the workers where it is time to, and no more once there are few connections.
  func look(count: () -> Int, rouse: () -> Void) {
    let now = time.now
    let isTime = next.withLock { next in
      guard let due = next, due <= now else { return false }
      // Asked under the lock: who makes them many after this comes to ``gathered()`` after this.
      next = count() < Self.size ? nil : now + Self.pause
      return next != nil
    }
    if isTime { rouse() }
  }
}
