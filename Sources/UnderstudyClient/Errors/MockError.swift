public import UnderstudyAPI

/// Why a call to a daemon came to nothing.
public enum MockError: Error, Sendable, Hashable {
  /// The text is no URL of a daemon.
  case invalidURL(String)
  /// Nobody listens there.
  case noDaemon(url: String)
  /// Somebody listens there who does not answer in time.
  case timedOut(url: String)
  /// The call broke off; why, as a person reads it.
  case broken(url: String, reason: String)
  /// Somebody answers there, but not as a daemon does; what came.
  case stranger(url: String, answer: String)
  /// The daemon is of another version than this client, and they do not understand each other.
  case otherVersion(url: String, daemon: String)
  /// The daemon refuses.
  case refused(Refusal)
  /// The change was made, and requests that began before it have not ended in time.
  case unfinished([RequestDescription], after: Duration)
  /// An outcome or a rule is code, which no call can carry.
  case unsendable(String)
  /// No session is open here; where it would come from.
  case noSession

  /// What a daemon says when it refuses.
  public struct Refusal: Sendable, Hashable {
    /// The status.
    public var status: Int
    /// What went wrong, for programs: the code of a `Problem`, or one of a newer daemon.
    public var code: String
    /// What went wrong, where, and what to do, for people.
    public var detail: String
    /// What would have been right: the variants of a route, the names of sessions.
    public var known: [String]

    /// A refusal by its parts.
    public init(status: Int, code: String, detail: String, known: [String] = []) {
      self.status = status
      self.code = code
      self.detail = detail
      self.known = known
    }

    /// Whether it is of this kind.
    public func isCode(_ code: ProblemCode) -> Bool { self.code == code.rawValue }
  }
}
