/// What may stand in a place of a command line, for completion.
enum ValueKind: Hashable {
  /// Anything, of which nobody knows.
  case anything
  /// One of these.
  case words([String])
  /// Some of these, with commas between them.
  case list([String])
  /// A route.
  case route
  /// Some routes, with commas between them.
  case routeList
  /// A route, or a group as `users.*`.
  case selector
  /// A variant of the routes that a selector means.
  case variant(of: String)
  /// A scenario.
  case scenario
  /// A session, by its name or else its id.
  case session
  /// The number of a held request.
  case held
  /// A command.
  case command
  /// A file.
  case file
  /// A folder.
  case folder
}
