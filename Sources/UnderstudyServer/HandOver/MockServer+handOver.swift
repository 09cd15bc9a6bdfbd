import MicroHTTPD
import Platform
import Synchronization
import UnderstudyEngine

// A daemon whose place another process takes, with ``Settings/handsOver``.
//
//     let legacy = old.freeze()      // from here on it decides about nothing
//     ...                            // the new one takes the legacy, and accepts
//     old.retire()                   // or old.thaw(), where no new one has come about
//
// Requests that have begun stay with the old one until they end. Those that come later on connections
// that it still has are passed on, so that no call is lost and none is answered by what was.

extension MockServer {
  /// Accepts nothing any more, and changes nothing: what it leaves is final.
  package func freeze() -> Legacy {
    context.isHandedOver.store(true, ordering: .sequentiallyConsistent)
    sessions.rest()
    adminDaemon?.freeze()
    daemon.freeze()
    // The file is the next one's to write.
    state.withLock { $0.take() }?.stop()
    // Their readers come again, and find the new one.
    events.wakeReaders()
    let now = time.now
    return Legacy(
      base: sessions.base.memories,
      sessions: sessions.all.map { session in
        var legacy = Legacy.Session(SessionMemory(session, at: now))
        (legacy.sockets, legacy.secureSockets) = context.ports.sockets(of: session)
        legacy.tlsNames = context.tlsNames.names(of: session)
        (legacy.leaseCount, legacy.earlierLeaseCount) = context.leases.counts(of: session)
        return legacy
      })
  }

  /// Goes on as if nothing had been, after ``freeze()``.
  package func thaw() {
    state.withLock { $0 = try? resumeState() }
    context.isHandedOver.store(false, ordering: .sequentiallyConsistent)
    daemon.thaw()
    adminDaemon?.thaw()
    sessions.wake()
  }

  /// Leaves its addresses to the new one, after ``freeze()``; what has begun goes on.
  package func retire() {
    daemon.giveUpListeners()
    adminDaemon?.giveUpListeners()
  }

  /// The sockets that it listens on: of the mocks, of those with TLS, of the admin API alone.
  package var sockets: (plain: [Int32], secure: [Int32], admin: [Int32]) {
    (
      daemon.sockets.map(\.descriptor), daemon.secureSockets.map(\.descriptor),
      adminDaemon?.sockets.map(\.descriptor) ?? []
    )
  }

  /// How many connections are left after ``retire()``: with the last it has nothing to do any more.
  package var restCount: Int { daemon.restCount + (adminDaemon?.restCount ?? 0) }
  /// How many requests wait for somebody to release them.
  package var heldCount: Int { context.held.all { _ in true }.count }

  /// Calls a closure with the id of each session that ends from now on, by whatever.
  package func whenSessionEnds(_ tell: @escaping @Sendable (_ id: String) -> Void) {
    sessions.whenEnded { tell($0.text) }
  }

  /// Ends a session that has ended at the other daemon; one that is not here is no error.
  package func endSession(_ id: String) {
    if let session = sessions.find(Array(id.utf8)[...]) { sessions.end(session) }
  }

  /// Notes how the build of its next version fares, for whoever asks `GET /__admin/daemon`.
  package func note(_ build: BuildReport?) {
    context.build.withLock { $0 = build }
    events.add(.changed(.build, revision: sessions.base.current.revision, session: nil))
  }
}
