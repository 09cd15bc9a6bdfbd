package import MicroHTTPD

/// An answer as the journal keeps it: the reply itself where it is short or shared, else its
/// beginning.
package struct JournalAnswer: Sendable {
  private let content: Content
  private let limit: Int
  /// What its request is charged for it, in bytes: of a reply that many requests share, the first.
  let charge: Int

  /// What it takes beside its body, in bytes; a fair guess.
  private static let overhead = 512

  private enum Content: Sendable {
    case reply(Reply)
    case beginning(status: Int, fields: [Field], JournalBody?)
  }

  /// Keeps a reply.
  ///
  /// - Parameters:
  ///   - reply: what was sent. One that is shared by many requests is kept as it is; of one that was
  ///     made for its request the beginning is copied, and the rest let go.
  ///   - limit: how much of its body is shown.
  package init(_ reply: Reply, keeping limit: Int) {
    self.limit = limit
    // A file would stay open.
    if reply.isShared || (reply.isInMemory && (reply.bodyLength ?? .max) <= limit) {
      content = .reply(reply)
      let isPaid = reply.isShared && !reply.isFirstUse()
      charge = isPaid ? 0 : Self.overhead + (reply.bodyLength ?? 0)
    } else {
      let beginning = Self.beginning(of: reply, limit)
      content = .beginning(status: reply.status, fields: reply.fields, beginning)
      charge = Self.overhead + (beginning?.bytes.count ?? 0)
    }
  }

  /// The status code.
  package var status: Int {
    switch content {
    case .reply(let reply): reply.status
    case .beginning(let status, _, _): status
    }
  }

  /// The header lines that were given; HTTP itself adds `Date`, `Content-Length`, `Connection`.
  package var fields: [Field] {
    switch content {
    case .reply(let reply): reply.fields
    case .beginning(_, let fields, _): fields
    }
  }

  /// The body; nil where it was made while it was sent.
  package var body: JournalBody? {
    switch content {
    case .reply(let reply): Self.beginning(of: reply, limit)
    case .beginning(_, _, let body): body
    }
  }

  /// The beginning of what was sent of the body, with the digest of all of that, unless it lies in a
  /// file; nil where it was made while it was sent.
  private static func beginning(of reply: Reply, _ limit: Int) -> JournalBody? {
    guard reply.bodyLength != nil else { return nil }
    // A long file is not read to its end for its digest.
    guard reply.isInMemory else {
      let sent = reply.sentLength
      return JournalBody(beginning: reply.body(upTo: min(limit, sent)), length: sent, digest: nil)
    }
    return JournalBody(reply.sentBody, keeping: limit)
  }
}
