import Understudy

/// A value that is put into an answer for each request, such as `{{path.id}}`.
enum Placeholder: Sendable, Hashable {
  /// The URL under which the client reaches the daemon, without a slash at its end.
  case base
  /// A parameter of the route's path.
  case path(String)
  /// The first value of a name in the query.
  case query([UInt8])
  /// The value of the first header line of a name, in small letters.
  case header([UInt8])
  /// A value in the request's JSON body.
  case body(JSONPointer)
  /// The time, so many seconds later; nil is ISO 8601.
  case now(seconds: Int, format: String?)
  /// A new UUID (RFC 9562, 5.4) at each place.
  case uuid
  /// How many answers of the route have had a counter, this one too.
  case counter
}

/// What is wrong with what stands between two pairs of braces.
package enum PlaceholderProblem: Error, Sendable, Hashable {
  case unclosed
  case empty
  case unknown(String, suggestion: String)
  case notInPath(String, known: [String])
  case notInQuery(String)
  case badHeaderName(String)
  case badPointer(String)
  case badOffset(String)
  case badFormat(String, directive: String)
}
