import GnuTLS
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

extension RequestDescription {
  /// A request of the journal, as far as it has come.
  init(_ entry: JournalEntry) {
    self.init(JournalSummary(entry))
  }

  /// A request of the journal, as it was when it was summed up.
  init(_ summary: JournalSummary) {
    self.init(
      seq: summary.seq, session: summary.session, route: summary.route?.rawValue,
      variant: summary.variant, revision: summary.revision, source: summary.source?.rawValue,
      method: ShownText.whole(summary.method[...]), target: ShownText.whole(summary.target[...]),
      status: summary.status, ending: summary.ending?.rawValue,
      receivedAt: summary.receivedTime.iso8601, waitedMilliseconds: summary.waited?.milliseconds,
      totalMilliseconds: summary.total?.milliseconds, isMatched: summary.isMatched,
      isConnectionReused: summary.isReused, detail: summary.note,
      tls: summary.tls.map { tls in
        TLSDescription(
          version: tls.version, cipher: tls.cipher,
          serverName: tls.serverName.map { ShownText.whole(Array($0.utf8)[...]) },
          clientSubject: tls.clientSubject.map { ShownText.whole(Array($0.utf8)[...]) })
      })
  }
}

extension Duration {
  /// The duration in milliseconds, to the microsecond.
  var milliseconds: Double {
    Double(self / .microseconds(1) < 0 ? 0 : Int(self / .microseconds(1))) / 1000
  }
}
