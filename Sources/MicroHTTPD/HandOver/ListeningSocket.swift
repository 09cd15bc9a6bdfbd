/// A listening socket of a daemon, as another process can take it over.
package struct ListeningSocket: Sendable, Hashable {
  /// Its descriptor, which stays the daemon's.
  package let descriptor: Int32
  /// Where it listens.
  package let address: Address
}
