import Understudy
import UnderstudyAPI
import UnderstudyEngine

extension Event {
  /// The event's name and its data.
  ///
  /// Of a request it has what a listing has: no body, and of header lines what the note of a miss
  /// tells, without those that are secret.
  var message: (name: String, data: JSON) {
    switch self {
    case .began(let request): ("began", RequestDescription(request).json)
    case .held(let request): ("held", RequestDescription(request).json)
    case .ended(let request): ("ended", RequestDescription(request).json)
    case .changed(let part, let revision, let session):
      (
        "changed",
        [
          "revision": .int(revision), "part": .string(part.rawValue),
          "session": session.map { .string($0) } ?? .null,
        ]
      )
    }
  }
}
