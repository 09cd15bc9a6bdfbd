extension Outcome {
  /// A body that comes item by item.
  package struct Stream: Sendable, Hashable {
    /// What it is made of.
    package var items: Items
    /// How long after one the next comes.
    package var every: Duration
    /// Whether it stays open behind the last one.
    package var staysOpen = false

    /// The items of a stream.
    package enum Items: Sendable, Hashable {
      /// A line of JSON each.
      case lines([JSON])
      /// An event each.
      case events([ServerEvent])
    }

    /// The content type that it has where a header says nothing else.
    package var contentType: String {
      switch items {
      case .lines: "application/x-ndjson"
      case .events: "text/event-stream"
      }
    }

    /// How many items there are.
    package var count: Int {
      switch items {
      case .lines(let lines): lines.count
      case .events(let events): events.count
      }
    }
  }

  /// Answers with JSON values, a line each (`application/x-ndjson`): the first at once, then one each
  /// interval.
  ///
  /// ```swift
  /// .stream([["n": 1], ["n": 2], ["n": 3]], every: .milliseconds(500))
  /// ```
  ///
  /// Sent in chunks, without a length (RFC 9112, 7.1). Placeholders in their strings are filled.
  ///
  /// - Parameters:
  ///   - lines: the values.
  ///   - interval: how long after one the next comes.
  /// - Returns: the outcome.
  public static func stream(_ lines: [JSON], every interval: Duration) -> Outcome {
    Outcome(.stream(Stream(items: .lines(lines), every: interval)))
  }

  /// Answers with Server-Sent Events (`text/event-stream`): the first at once, then one each interval.
  ///
  /// ```swift
  /// .events([ServerEvent("price", ["cents": 1250]), ServerEvent("price", ["cents": 1199])],
  ///   every: .seconds(1), staysOpen: true)
  /// ```
  ///
  /// Placeholders in their data are filled.
  ///
  /// - Parameters:
  ///   - events: the events.
  ///   - interval: how long after one the next comes.
  ///   - staysOpen: whether the stream stays open behind the last, and takes events from outside
  ///     (`POST /__admin/streams/{seq}`) until its client leaves, somebody ends it, or its session does.
  /// - Returns: the outcome.
  public static func events(
    _ events: [ServerEvent], every interval: Duration, staysOpen: Bool = false
  ) -> Outcome {
    Outcome(.stream(Stream(items: .events(events), every: interval, staysOpen: staysOpen)))
  }
}

// MARK: - The JSON form

extension Outcome.Stream {
  /// Puts its fields into the JSON form of an outcome.
  func put(into form: inout JSON.Object) {
    switch items {
    case .lines(let lines): form["stream"] = .array(lines)
    case .events(let events): form["events"] = .array(events.map(\.json))
    }
    form["everyMilliseconds"] = .int(every.wholeMilliseconds)
    if staysOpen { form["staysOpen"] = true }
  }

  /// Reads the value of `stream`, and the fields that go with it.
  static func lines(_ json: JSON, _ form: JSON.Object) throws(FormError) -> Outcome.Stream {
    guard case .array(let lines) = json, !lines.isEmpty else {
      throw FormError(
        .outcome, field: "stream", reason: "must be an array of at least one value.")
    }
    return Outcome.Stream(items: .lines(lines), every: try interval(form))
  }

  /// Reads the value of `events`, and the fields that go with it.
  static func events(_ json: JSON, _ form: JSON.Object) throws(FormError) -> Outcome.Stream {
    guard case .array(let forms) = json else {
      throw FormError(.outcome, field: "events", reason: "must be an array of events.")
    }
    var events: [ServerEvent] = []
    for (index, form) in forms.enumerated() {
      do throws(FormError) {
        events.append(try ServerEvent(json: form))
      } catch {
        throw error.inside("events[\(index)]")
      }
    }
    var staysOpen = false
    if let value = form["staysOpen"] {
      guard value.boolValue == true else {
        throw FormError(
          .outcome, field: "staysOpen", reason: "must be true; leave it out otherwise.")
      }
      staysOpen = true
    }
    guard staysOpen || !events.isEmpty else {
      throw FormError(
        .outcome, field: "events", reason: "must be an array of at least one event, or stay open.")
    }
    return Outcome.Stream(
      items: .events(events), every: try interval(form), staysOpen: staysOpen)
  }

  private static func interval(_ form: JSON.Object) throws(FormError) -> Duration {
    let value = form["everyMilliseconds"] ?? 0
    guard let count = value.intValue, (0...Outcome.longestDelayMilliseconds).contains(count) else {
      throw FormError(
        .outcome, field: "everyMilliseconds",
        reason: "must be a whole number from 0 to 86400000 (one day), not \(value.text).")
    }
    return .milliseconds(count)
  }
}
