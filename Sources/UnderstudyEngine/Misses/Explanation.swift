/// Why no route takes a request.
package struct Explanation: Sendable, Hashable {
  /// The routes that almost take it, nearest first; three at most.
  package var nearest: [NearMiss] = []
  /// What the client may have meant, as sentences.
  package var hints: [String] = []
  /// The methods for which the path is there, as they stand in `Allow`, where the request's is not
  /// among them; empty otherwise.
  package var refusedFor: [String] = []
  /// Whether routes with similar paths were left out because there was no time to look for them.
  package var isHasty = false
  /// Whether the same request may have another explanation at another time: a route that was looked
  /// at reads a file or asks a closure.
  package var mayChange = false

  /// Whether the path is there, but for other methods alone.
  package var isMethodRefused: Bool { !refusedFor.isEmpty }

  /// How many near misses are told.
  package static let limit = 3
}
