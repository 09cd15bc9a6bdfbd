extension Outcome {
  /// What happens while the body of a request comes; the outcome around it answers a body that was
  /// read to its end.
  package struct Upload: Sendable {
    /// How many bytes a second are read; nil where they are read as they come.
    package var bytesPerSecond: Int?
    /// What happens in the middle of the body; nil where it is read to its end.
    package var breaking: Breaking?
    /// Whether a client that waits for `100 Continue` waits in vain.
    package var withholdsContinue = false

    /// A body that is read as it comes.
    package init() {}

    /// What happens once so many bytes of the body have come.
    package indirect enum Breaking: Sendable {
      case refused(after: Int, with: Outcome)
      case reset(after: Int)
    }
  }

  /// The same outcome, the body of its request read at so many bytes a second.
  ///
  /// ```swift
  /// Route("photos.add", .post, "/photos", default: .status(201).readingAt(bytesPerSecond: 50_000))
  /// ```
  ///
  /// Counts from the first byte of the body, which is read in twenty pieces a second; the outcome
  /// answers once the last byte was read. A client's progress bar is seen to move: over loopback,
  /// up to a megabyte beyond what was read lies in the buffers of both systems. The route must be one that is
  /// decided without its body, as for all that happens while a body comes; a catalog check says so.
  ///
  /// - Parameter bytesPerSecond: from 1 to 1,000,000,000.
  /// - Returns: the outcome.
  public func readingAt(bytesPerSecond: Int) -> Outcome {
    uploading { $0.bytesPerSecond = bytesPerSecond }
  }

  /// The same outcome for bodies that are short; a longer one is answered with another outcome as
  /// soon as so many bytes of it have come, as a server does that refuses an upload.
  ///
  /// ```swift
  /// .status(201).refusingBody(after: 0, with: .unauthorized)
  /// .status(201).refusingBody(after: 1_000_000, with: .status(413))
  /// ```
  ///
  /// The rest is not read, and the connection is closed behind the answer, which the client can read.
  /// A request that asks for `100 Continue` gets the answer in its place where `bytes` is 0. Replaces
  /// ``resettingUpload(after:)``.
  ///
  /// - Parameters:
  ///   - bytes: how many, 0 or more; at 0 the head of a request with a body is enough.
  ///   - outcome: an answer that needs no body. Its own delay holds, else that of the network.
  /// - Returns: the outcome.
  public func refusingBody(after bytes: Int, with outcome: Outcome) -> Outcome {
    uploading { $0.breaking = .refused(after: bytes, with: outcome) }
  }

  /// The same outcome for bodies that are short; the connection of a longer one is reset as soon as so
  /// many bytes of it have come.
  ///
  /// Replaces ``refusingBody(after:with:)``.
  ///
  /// - Parameter bytes: how many, 0 or more; at 0 the head of a request with a body is enough.
  /// - Returns: the outcome.
  public func resettingUpload(after bytes: Int) -> Outcome {
    uploading { $0.breaking = .reset(after: bytes) }
  }

  /// The same outcome, without the `100 Continue` for which a client may wait before it sends its
  /// body (RFC 9110, 10.1.1).
  ///
  /// Clients send the body after a time-out of their own, curl after a second, and are answered then;
  /// or they give up.
  public var withholdingContinue: Outcome {
    uploading { $0.withholdsContinue = true }
  }

  private func uploading(_ change: (inout Upload) -> Void) -> Outcome {
    var copy = self
    var upload = upload ?? Upload()
    change(&upload)
    copy.upload = upload
    return copy
  }

  /// Whether it says, in itself or in one of its parts, what happens while a body comes.
  package var mentionsUpload: Bool {
    if upload != nil { return true }
    return switch action {
    case .sequence(let steps, _): steps.contains(where: \.mentionsUpload)
    case .weighted(let choices, _): choices.contains { $0.outcome.mentionsUpload }
    case .fixture(_, let ifMissing): ifMissing?.mentionsUpload ?? false
    case .bare, .json, .text, .data, .redirect, .dynamic, .held, .variant, .patched, .fault,
      .stream:
      false
    }
  }
}

extension Outcome.Upload {
  /// Lays what another says over it.
  package mutating func overlay(_ outer: Outcome.Upload) {
    if let rate = outer.bytesPerSecond { bytesPerSecond = rate }
    if let breaking = outer.breaking { self.breaking = breaking }
    if outer.withholdsContinue { withholdsContinue = true }
  }
}
