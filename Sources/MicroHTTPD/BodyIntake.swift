import Platform

/// What happens while the body of one request is read.
public struct BodyIntake: Sendable {
  /// How many bytes a second are read, from the first on; nil where they are read as they come.
  public var bytesPerSecond: Int?
  /// What is done in the middle of the body; nil where it is read to its end.
  public var breaking: Breaking?
  /// Whether a client that waits for `100 Continue` waits in vain (RFC 9110, 10.1.1).
  public var withholdsContinue = false

  /// What is done once a part of a body has been read.
  public struct Breaking: Sendable {
    /// How many bytes of the body are read; at 0 the head is enough.
    public var after: Int
    /// Says what is done then; called once, as ``ExchangeHandler/respond(to:)`` is.
    ///
    /// The connection is closed behind it. An answer behind a part of the body is sent in one piece,
    /// without a pace, a cut or a source.
    public var action: @Sendable (Exchange) -> Action

    /// A place and what is done there.
    public init(after: Int, action: @escaping @Sendable (Exchange) -> Action) {
      self.after = after
      self.action = action
    }
  }

  /// A body that is read as it comes.
  public init() {}
}

/// How far a body has come that is not read as it comes.
final class IntakeProgress {
  let intake: BodyIntake
  /// Whether the system takes less of it than usual.
  var isHeldBack = false
  /// How much of it is read; nil where nobody knows.
  private let length: UInt64?
  private var pacing: Pacing?

  init(_ intake: BodyIntake, length: Int?) {
    self.intake = intake
    // No pause is longer than to where it breaks off.
    self.length = [length, intake.breaking?.after].compactMap(\.self).min().map {
      UInt64(clamping: $0)
    }
  }

  /// What may be read behind so many bytes.
  func allowance(behind count: Int, at now: Moment) -> Pacing.Allowance {
    guard let rate = intake.bytesPerSecond else { return .bytes(.max) }
    let pacing = pacing ?? Pacing(.steady(bytesPerSecond: rate), length: length, from: now)
    self.pacing = pacing
    return pacing.allowance(behind: UInt64(count), at: now)
  }
}
