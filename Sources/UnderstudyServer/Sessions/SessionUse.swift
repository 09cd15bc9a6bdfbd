import Platform
import UnderstudyEngine

/// Something that goes on in a session, which is not idle meanwhile.
final class SessionUse: Sendable {
  private let session: Session
  private let time: any TimeSource

  init(_ session: Session, _ time: any TimeSource) {
    self.session = session
    self.time = time
    session.enter(at: time.now)
  }

  deinit { session.leave(at: time.now) }
}
