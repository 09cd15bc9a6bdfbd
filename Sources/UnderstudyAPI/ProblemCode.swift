/// What went wrong with a call, stable enough to be compared by a program.
public enum ProblemCode: String, Sendable, Hashable, CaseIterable {
  /// No path of the admin API.
  case notFound = "not-found"
  /// The path takes other methods.
  case methodNotAllowed = "method-not-allowed"
  /// No route has the id.
  case unknownRoute = "unknown-route"
  /// The route lacks the variant.
  case unknownVariant = "unknown-variant"
  /// No request on record has the number.
  case unknownRequest = "unknown-request"
  /// What a verification asks for is not so.
  case verificationFailed = "verification-failed"
  /// Requests that a verification would have to look at are on record no more.
  case journalIncomplete = "journal-incomplete"
  /// A field or query parameter that the call does not have.
  case unknownField = "unknown-field"
  /// A field whose value is not what it should be.
  case invalidField = "invalid-field"
  /// A rule that is well written and cannot be used: a pattern, a path template, a host, a fixture.
  case invalidRule = "invalid-rule"
  /// A body that is not JSON.
  case invalidJSON = "invalid-json"
  /// An outcome that does not fit its route.
  case invalidOutcome = "invalid-outcome"
  /// A body of another type than JSON.
  case unsupportedMediaType = "unsupported-media-type"
  /// A body over the limit.
  case bodyTooLarge = "body-too-large"
  /// The `Host` of the call is none that may flip variants.
  case forbiddenHost = "forbidden-host"
  /// The `Origin` of the call is none that may flip variants.
  case forbiddenOrigin = "forbidden-origin"
  /// The admin token is missing or wrong.
  case unauthorized = "unauthorized"
  /// No session has the id.
  case unknownSession = "unknown-session"
  /// All sessions that there may be are there.
  case tooManySessions = "too-many-sessions"
  /// The daemon asks each request for a session, and this one names none.
  case sessionRequired = "session-required"
  /// Several sessions have the name.
  case ambiguousSession = "ambiguous-session"
  /// A request names two sessions that differ.
  case conflictingSessions = "conflicting-sessions"
  /// All ports for sessions are taken.
  case portsExhausted = "ports-exhausted"
  /// The daemon does not speak TLS, or has no certificate of this kind.
  case tlsUnavailable = "tls-unavailable"
  /// Another session has the name of a server.
  case nameTaken = "name-taken"
  /// No scenario has the name.
  case unknownScenario = "unknown-scenario"
  /// No request is held that could be released.
  case notHeld = "not-held"
  /// The answer to the request is no stream that is open.
  case unknownStream = "unknown-stream"
  /// No route takes the request.
  case noMatchingRoute = "no-matching-route"
  /// All readers of events that there may be are there.
  case tooManyReaders = "too-many-readers"
  /// Another build of the daemon has taken over, and the call's connection is still with the one before.
  case handedOver = "handed-over"
  /// An outcome needs a body that was not kept.
  case bodyNotKept = "body-not-kept"
  /// The request target cannot be decoded.
  case malformedTarget = "malformed-target"
  /// A message that HTTP does not allow.
  case malformedMessage = "malformed-message"
  /// A header block over the limit.
  case headersTooLarge = "headers-too-large"
  /// A request target over the limit.
  case targetTooLong = "target-too-long"
  /// The client expects what the daemon does not do.
  case expectationFailed = "expectation-failed"
  /// A request that did not come to its end.
  case readTimeout = "read-timeout"
  /// All connections that there may be are there.
  case tooManyConnections = "too-many-connections"
  /// HTTP without TLS at a port for HTTPS.
  case plainText = "plain-text"
  /// Something of HTTP that the daemon does not do.
  case notImplemented = "not-implemented"
}
