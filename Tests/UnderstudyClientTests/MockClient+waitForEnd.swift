import Understudy
import UnderstudyAPI
import UnderstudyClient

extension MockClient {
  /// Waits until a session is over: a call that waits for its requests returns then.
  func waitForEnd(ofSession id: String) async throws {
    do {
      try await connection.call(
        "GET", AdminPath.requests, query: [("session", id), ("waitSeconds", "600")],
        waiting: .seconds(600))
    } catch MockError.refused(let refusal) where refusal.isCode(.unknownSession) {
      // It was over before.
    }
  }
}
