/// Who is told of something; for a lock to guard.
///
/// A closure by itself, under a lock that is generic, would be wrapped once more with each look at it,
/// and be called through all of that.
struct Watcher: Sendable {
  /// Tells it; nil where nobody watches.
  var tell: (@Sendable () -> Void)?
}
