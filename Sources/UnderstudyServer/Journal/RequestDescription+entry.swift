import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

extension RequestDescription {
  /// A request of the journal, as far as it has come.
  init(_ entry: JournalEntry) {
    let end = entry.ended
    self.init(
      seq: entry.seq, session: entry.session, route: entry.routed?.id.rawValue,
      variant: entry.routed?.variant, revision: entry.revision,
      source: entry.routed?.source.rawValue, method: ShownText.whole(entry.method[...]),
      target: ShownText.whole(entry.target[...]), status: entry.status,
      ending: end?.ending.rawValue, receivedAt: entry.receivedTime.iso8601,
      waitedMilliseconds: end?.answeredAt.map { ($0 - entry.receivedAt).milliseconds },
      totalMilliseconds: end.map { ($0.at - entry.receivedAt).milliseconds },
      isMatched: entry.isMatched, isConnectionReused: entry.isReused, detail: entry.note)
  }
}

extension Duration {
  /// The duration in milliseconds, to the microsecond.
  var milliseconds: Double {
    Double(self / .microseconds(1) < 0 ? 0 : Int(self / .microseconds(1))) / 1000
  }
}
