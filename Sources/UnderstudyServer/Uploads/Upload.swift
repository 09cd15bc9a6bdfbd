import GnuTLS
import MicroHTTPD
import UnderstudyEngine

/// A body that nobody needs whole: its beginning for the journal, its length and its digest.
///
/// However long it is, it costs the memory of its beginning.
final class Upload: BodySink, @unchecked Sendable {
  // Safety: its exchange hands it on with itself, from one thread to the next.

  private let limit: Int
  private let hash = SHA256()
  private(set) var beginning: [UInt8] = []
  private var length = 0

  /// An upload of which so many bytes are kept.
  init(keeping limit: Int) {
    self.limit = limit
  }

  func take(_ bytes: [UInt8]) {
    if beginning.count < limit { beginning += bytes.prefix(limit - beginning.count) }
    length += bytes.count
    hash.update(bytes)
  }

  /// What the journal keeps of it; asked for once, when it has ended.
  var journalBody: JournalBody {
    JournalBody(beginning: beginning, length: length, digest: hash.digest())
  }
}
