import GnuTLS

/// The body of a message as the journal keeps it: its beginning, its true length and its digest.
package struct JournalBody: Sendable {
  /// The body, or its beginning.
  package let bytes: [UInt8]
  /// How long the body was.
  package let length: Int
  /// The digest, where it had to be made before the rest was let go.
  private let knownDigest: [UInt8]?

  /// No body.
  package static var empty: JournalBody { JournalBody(beginning: [], length: 0, digest: nil) }

  /// Keeps the beginning of a body that is all there.
  ///
  /// - Parameters:
  ///   - bytes: the whole body; shared, not copied, where it is kept whole.
  ///   - limit: how much of it is kept.
  package init(_ bytes: [UInt8], keeping limit: Int) {
    length = bytes.count
    if bytes.count <= limit {
      self.bytes = bytes
      knownDigest = nil
    } else {
      self.bytes = Array(bytes.prefix(limit))
      knownDigest = SHA256.digest(of: bytes)
    }
  }

  /// A body of which only the beginning is there.
  ///
  /// - Parameters:
  ///   - beginning: what is there.
  ///   - length: how long the whole was.
  ///   - digest: the SHA-256 of the whole; nil where nobody knows it.
  package init(beginning: [UInt8], length: Int, digest: [UInt8]?) {
    bytes = beginning
    self.length = length
    knownDigest = digest
  }

  /// Whether the end is missing.
  package var isTruncated: Bool { bytes.count < length }

  /// The SHA-256 of the whole body, made when it is asked for; nil where nobody knows it.
  package var digest: [UInt8]? {
    knownDigest ?? (isTruncated ? nil : SHA256.digest(of: bytes))
  }
}
