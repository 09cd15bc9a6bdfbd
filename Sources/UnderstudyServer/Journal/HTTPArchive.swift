import MicroHTTPD
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// Requests of the journal as an HTTP Archive (HAR 1.2), for browsers and other tools.
///
/// Members that begin with `_` are ours, as HAR allows. A body that is no UTF-8 is base64, which
/// `encoding` says; for a request, which has no such member, `_encoding`.
struct HTTPArchive {
  let entries: [JournalEntry]

  /// The document.
  var json: JSON {
    [
      "log": [
        "version": "1.2",
        "creator": ["name": "Understudy", "version": .string(Version.current)],
        "entries": .array(entries.map(entry)),
      ]
    ]
  }

  private func entry(_ entry: JournalEntry) -> JSON {
    let description = RequestDescription(entry)
    let waited = description.waitedMilliseconds ?? description.totalMilliseconds ?? 0
    let total = description.totalMilliseconds ?? waited
    return [
      "startedDateTime": .string(description.receivedAt), "time": .double(total),
      "request": request(entry, description), "response": response(entry),
      "cache": [:],
      "timings": ["send": 0, "wait": .double(waited), "receive": .double(total - waited)],
      "_seq": .int(description.seq), "_route": description.route.map { .string($0) } ?? .null,
      "_variant": description.variant.map { .string($0) } ?? .null,
      "_ending": description.ending.map { .string($0) } ?? .null,
    ]
  }

  private func request(_ entry: JournalEntry, _ description: RequestDescription) -> JSON {
    let host = entry.head.first("Host").map { ShownText.whole($0) } ?? "localhost"
    let scheme = entry.tls == nil ? "http" : "https"
    let isWhole = description.target.utf8.first != UInt8(ascii: "/")
    let cookies = entry.head.all(Array("cookie".utf8)).flatMap { line in
      line.split(separator: UInt8(ascii: ";")).map { Self.cookie(ShownText.whole($0)) }
    }
    var members: JSON.Object = [
      "method": .string(description.method),
      "url": .string(isWhole ? description.target : "\(scheme)://\(host)\(description.target)"),
      "httpVersion": "HTTP/1.1", "cookies": .array(cookies),
      "headers": .array(
        entry.head.lines.map { line in
          Self.pair(ShownText.whole(line.name), ShownText.whole(line.value))
        }),
      "queryString": .array(
        entry.queryPairs.map { pair in
          Self.pair(ShownText.whole(pair.name[...]), ShownText.whole((pair.value ?? [])[...]))
        }), "headersSize": -1, "bodySize": .int(entry.body.length),
    ]
    if entry.body.length > 0 {
      let type = entry.head.first("Content-Type").map { ShownText.whole($0) } ?? ""
      var data: JSON.Object = ["mimeType": .string(type), "params": []]
      Self.add(entry.body, to: &data, encoding: "_encoding")
      members["postData"] = .object(data)
    }
    return .object(members)
  }

  /// The answer; HAR says status 0 where there was none.
  private func response(_ entry: JournalEntry) -> JSON {
    let answer = entry.ended?.answer
    let fields = answer?.fields ?? []
    func value(_ name: String) -> String {
      fields.first { Header($0.name, "").isNamed(name) }?.value ?? ""
    }
    let body = entry.hasAnswerBody ? answer?.body : nil
    var content: JSON.Object = [
      "size": .int(body?.length ?? 0), "mimeType": .string(value("Content-Type")),
    ]
    if let body, body.length > 0 { Self.add(body, to: &content, encoding: "encoding") }
    let cookies = fields.filter { Header($0.name, "").isNamed("Set-Cookie") }.map { field in
      Self.cookie(String(field.value.prefix { $0 != ";" }))
    }
    return [
      "status": .int(answer?.status ?? 0), "statusText": "", "httpVersion": "HTTP/1.1",
      "cookies": .array(cookies), "headers": .array(fields.map { Self.pair($0.name, $0.value) }),
      "content": .object(content), "redirectURL": .string(value("Location")), "headersSize": -1,
      "bodySize": .int(body?.length ?? 0),
    ]
  }

  private static func add(_ body: JournalBody, to data: inout JSON.Object, encoding: String) {
    if UTF8Text.isValid(body.bytes) {
      data["text"] = .string(String(decoding: body.bytes, as: UTF8.self))
    } else {
      data["text"] = .string(RequestDetail.base64(body.bytes))
      data[encoding] = "base64"
    }
    if body.isTruncated { data["comment"] = "The first \(body.bytes.count) bytes." }
  }

  private static func pair(_ name: String, _ value: String) -> JSON {
    ["name": .string(name), "value": .string(value)]
  }

  private static func cookie(_ text: String) -> JSON {
    let parts = text.drop { $0 == " " }.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return pair(String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
  }
}
