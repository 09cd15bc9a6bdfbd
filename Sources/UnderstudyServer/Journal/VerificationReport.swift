import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// What a verification is answered with: so many were seen, or what was seen instead.
struct VerificationReport {
  let request: VerificationRequest
  let verification: Verification
  let seen: VerificationProgress
  let waited: Duration
  let journal: JournalView
  let entries: [RouteEntry]

  /// The document where it is so.
  var json: JSON {
    .object(
      JSON.Object(
        [("verified", JSON.bool(true))] + facts
          + [
            (
              "requests",
              .array(verification.counted(in: journal).map { RequestDescription($0).json })
            )
          ]))
  }

  /// The problem where it is not so, or where nobody can tell.
  func problem(_ verdict: VerificationProgress.Verdict) -> Problem {
    let counted = verification.counted(in: journal)
    let nearest = verification.nearest(in: journal, entries, step: seen.count)
    let members =
      facts + [
        ("requests", .array(counted.map { RequestDescription($0).json })),
        ("nearest", .array(nearest.map(Self.json))),
      ]
    guard verdict == .failed else {
      return Problem(
        409, .journalIncomplete, incompleteText, members: JSON.Object(members))
    }
    return Problem(
      409, .verificationFailed, failureText(counted, nearest), members: JSON.Object(members))
  }

  private var facts: [(key: String, value: JSON)] {
    let counts = journal.counts
    return [
      ("expected", request.order == nil ? request.count.json : request.json),
      ("count", .int(seen.count)), ("total", .int(counts.total)),
      ("dropped", .int(counts.dropped)), ("waitedMilliseconds", .double(waited.milliseconds)),
    ]
  }

  private static func json(_ near: Verification.Near) -> JSON {
    [
      "request": RequestDescription(near.entry).json,
      "differences": .array(near.differences.map(\.json)),
    ]
  }
}

// MARK: - Words

extension VerificationReport {
  private func failureText(
    _ counted: [JournalEntry], _ nearest: [Verification.Near]
  ) -> String {
    var text = request.failureText(seen: seen.count)
    if request.isTooMany(seen.count), !counted.isEmpty {
      text += " The last of them: \(counted.suffix(3).map(Self.words).joined(separator: "; "))."
    } else if let near = nearest.first {
      text +=
        " The nearest is \(Self.words(near.entry)): "
        + "\(near.differences.map(\.sentence).joined(separator: "; "))."
    } else if journal.counts.total == 0 {
      text += " There were no requests at all."
    }
    return text
  }

  private var incompleteText: String {
    "Nobody can tell: of \(journal.counts.total) requests \(seen.missing) could not be looked at, "
      + "because the journal has dropped them or the end of their bodies, and \(seen.count) of the "
      + "others fit. Keep more with --journal, --journal-size and --journal-body, or ask for a "
      + "route without 'where': such counts are always exact."
  }

  private static func words(_ entry: JournalEntry) -> String {
    let name = "\(ShownText.text(entry.method[...])) \(ShownText.text(entry.target[...]))"
    return "no. \(entry.seq), \(name)"
  }
}
