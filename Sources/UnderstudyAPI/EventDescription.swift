public import Understudy

/// What happens in a daemon, as its stream of events tells it.
public enum EventDescription: Sendable, Hashable {
  /// A request is on record, its answer on its way.
  case began(RequestDescription)
  /// A request waits until somebody releases it.
  case held(RequestDescription)
  /// A request has ended.
  case ended(RequestDescription)
  /// A choice, the network, positions or the journal were set otherwise.
  case changed(Change)
  /// The reader was too slow, or away too long, and has missed so many events.
  case lost(Int)

  /// What was set otherwise.
  public struct Change: Sendable, Hashable {
    /// Which part: `choices`, `network`, `positions`, `journal`, `held`.
    public var part: String
    /// How many changes there have been.
    public var revision: Int
    /// The session; nil is the base.
    public var session: String?

    /// A change by its parts.
    public init(part: String, revision: Int, session: String?) {
      self.part = part
      self.revision = revision
      self.session = session
    }
  }

  /// Reads an event; nil where it is none that this version knows.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - json: its data.
  public init?(name: String, json: JSON) {
    switch name {
    case "began", "held", "ended":
      guard let request = RequestDescription(json: json) else { return nil }
      self =
        switch name {
        case "began": .began(request)
        case "held": .held(request)
        default: .ended(request)
        }
    case "changed":
      guard let part = json["part"]?.stringValue, let revision = json["revision"]?.intValue
      else { return nil }
      self = .changed(
        Change(part: part, revision: revision, session: json["session"]?.stringValue))
    case "lost":
      guard let count = json["count"]?.intValue else { return nil }
      self = .lost(count)
    default: return nil
    }
  }

  /// The request that it tells of; nil where it tells of none.
  public var request: RequestDescription? {
    switch self {
    case .began(let request), .held(let request), .ended(let request): request
    case .changed, .lost: nil
    }
  }
}
