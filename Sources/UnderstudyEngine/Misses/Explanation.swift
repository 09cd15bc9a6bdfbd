/// Why no route takes a request.
package struct Explanation: Sendable, Hashable {
  /// The routes that almost take it, nearest first; three at most.
  package var nearest: [NearMiss] = []
  /// What the client may have meant, as sentences.
  package var hints: [String] = []
  /// The methods that the path takes, as they stand in `Allow`; empty where it is no route's path.
  package var methods: [String] = []
  /// Whether the path is there, but for other methods alone.
  package var isMethodRefused = false
  /// Whether routes with similar paths were left out because there was no time to look for them.
  package var isHasty = false

  /// How many near misses are told.
  package static let limit = 3
}
