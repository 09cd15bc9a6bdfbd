/// What the daemon's own paths begin with, written once; no route may lie there.
package enum ReservedPath {
  /// The admin API.
  package static let admin = "/__admin"
  /// Sessions: a session's id follows, then the path that its requests mean.
  package static let session = "/__session"
}
