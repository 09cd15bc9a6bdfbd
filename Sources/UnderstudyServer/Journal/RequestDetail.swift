import MicroHTTPD
import Understudy
import UnderstudyAPI
import UnderstudyEngine

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One request of the journal with all that is on record of it.
struct RequestDetail {
  let entry: JournalEntry
  /// The routes that almost took it; nil where that is no question.
  let nearest: JSON?

  /// The object of an answer: the members of a listing, and `request`, `response`, `nearest`.
  var json: JSON {
    var members = RequestDescription(entry).json.objectValue ?? [:]
    members["request"] = request
    members["response"] = entry.ended?.answer.map(response) ?? .null
    if let nearest { members["nearest"] = nearest }
    return .object(members)
  }

  private var request: JSON {
    var members: JSON.Object = [
      "method": .string(ShownText.whole(entry.method[...])),
      "target": .string(ShownText.whole(entry.target[...])),
      "query": .array(
        entry.queryPairs.map { pair in
          [
            .string(ShownText.whole(pair.name[...])),
            pair.value.map { .string(ShownText.whole($0[...])) } ?? .null,
          ]
        }),
      "headers": .array(
        entry.head.lines.map { line in
          [.string(ShownText.whole(line.name)), .string(ShownText.whole(line.value))]
        }),
    ]
    Self.add(entry.body, to: &members)
    return .object(members)
  }

  private func response(_ answer: JournalAnswer) -> JSON {
    var members: JSON.Object = [
      "status": .int(answer.status),
      "headers": .array(answer.fields.map { [.string($0.name), .string($0.value)] }),
    ]
    if entry.hasAnswerBody, let body = answer.body { Self.add(body, to: &members) }
    return .object(members)
  }

  /// Adds a body: `text` where it is UTF-8, else `base64`; its true length and its digest.
  private static func add(_ body: JournalBody, to members: inout JSON.Object) {
    if UTF8Text.isValid(body.bytes) {
      members["text"] = .string(String(decoding: body.bytes, as: UTF8.self))
    } else {
      members["base64"] = .string(base64(body.bytes))
    }
    members["bodyLength"] = .int(body.length)
    members["bodySHA256"] = body.digest.map { .string(hexadecimal($0)) } ?? .null
    members["bodyTruncated"] = .bool(body.isTruncated)
  }

  /// Bytes as base64 (RFC 4648, 4).
  static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension JournalEntry {
  /// The decoded pairs of the query, in order, repeats included; none where it cannot be decoded.
  var queryPairs: [QueryPairs.Pair] {
    guard let target = try? Target(target) else { return [] }
    return QueryPairs(target.bytes[target.query]).pairs
  }

  /// Whether the answer's body was sent: one to HEAD is not (RFC 9110, 9.3.2).
  var hasAnswerBody: Bool { !method.elementsEqual("HEAD".utf8) }
}
