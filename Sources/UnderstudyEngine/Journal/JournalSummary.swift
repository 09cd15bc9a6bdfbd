package import GnuTLS
package import Platform
package import Understudy

/// What a listing tells of a request, as it was at one moment.
///
/// It keeps neither header lines nor bodies alive, nor the answer: what the journal lets go of is
/// free, whoever still holds a summary.
package struct JournalSummary: Sendable {
  /// Its number, which counts all requests from 1 on.
  package let seq: Int
  /// The session that it belongs to; nil is the base.
  package let session: String?
  /// Whether it was refused because it names a session that is none.
  package let isStray: Bool
  /// The route that took it; nil where none did.
  package let route: RouteID?
  /// The variant; nil where there was none, or the route lacks the one that was asked for.
  package let variant: String?
  /// Who decided on the variant.
  package let source: ChoiceSource?
  /// How many changes of choices there had been.
  package let revision: Int
  /// The method, such as the bytes of `GET`.
  package let method: [UInt8]
  /// The target as it was sent.
  package let target: [UInt8]
  /// The status of its answer, once one is on its way.
  package let status: Int?
  /// How it ended; nil while it is under way.
  package let ending: JournalEntry.Ending?
  /// The time of day when it had been read.
  package let receivedTime: WallTime
  /// How long its answer took to begin; nil before that.
  package let waited: Duration?
  /// How long it took to its end; nil before that.
  package let total: Duration?
  /// Whether a route took it; nil where none was asked to.
  package let isMatched: Bool?
  /// Whether it came on a connection that was used before.
  package let isReused: Bool
  /// Why it was not answered as a route would, as a sentence.
  package let note: String?
  /// What was agreed on with its client; nil where it came without TLS.
  package let tls: TLSFacts?

  /// A request of the journal, as far as it has come.
  package init(_ entry: JournalEntry) {
    let (routed, end) = (entry.routed, entry.ended)
    seq = entry.seq
    session = entry.session
    isStray = entry.isStray
    route = routed?.id
    variant = routed?.variant
    source = routed?.source
    revision = entry.revision
    method = entry.method
    target = entry.target
    status = entry.status
    ending = end?.ending
    receivedTime = entry.receivedTime
    waited = end?.answeredAt.map { $0 - entry.receivedAt }
    total = end.map { $0.at - entry.receivedAt }
    isMatched = entry.isMatched
    isReused = entry.isReused
    note = entry.note
    tls = entry.tls
  }
}
