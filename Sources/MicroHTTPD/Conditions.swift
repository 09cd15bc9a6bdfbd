import Platform

/// The lines of a GET or HEAD that ask for an answer only if something holds, or for a part of it
/// (RFC 9110, 13 and 14).
struct Conditions {
  private let head: HeadLines
  private let isGet: Bool
  private let takesRanges: Bool
  private let tag: EntityTag?
  /// When what is answered changed last, in seconds since 1970.
  private let modified: Int?

  /// What becomes of an answer.
  enum Verdict: Hashable {
    /// It is sent as it is.
    case whole
    /// 304: the client has it.
    case notModified
    /// 412: the client wants another state of it.
    case failed
    /// 206, or a 200 where nothing of use was asked for.
    case ranges(ByteRanges)
  }

  /// - Parameters:
  ///   - method: the method of the request.
  ///   - head: its lines.
  ///   - reply: what would answer it without conditions.
  init?(_ method: [UInt8], _ head: HeadLines, _ reply: Reply) {
    isGet = method.elementsEqual("GET".utf8)
    guard isGet || method.elementsEqual("HEAD".utf8) else { return nil }
    self.head = head
    func value(_ name: String) -> ArraySlice<UInt8>? {
      reply.fields.first { $0.isNamed(name) }.map { Array($0.value.utf8)[...] }
    }
    takesRanges = value("Accept-Ranges").map { $0.elementsEqual("none".utf8) } != true
    tag = value("ETag").flatMap { EntityTag($0) }
    modified = value("Last-Modified").flatMap { HTTPDate.seconds(of: $0) }
  }

  /// What the lines say, in the order that RFC 9110, 13.2.2 gives them.
  func verdict(bodyLength: Int, now: WallTime) -> Verdict {
    if let tags = tags("if-match") {
      // Whatever is answered is there.
      if !tags.isAny, !tags.list.contains(where: { tag?.isStrongly($0) ?? false }) {
        return .failed
      }
    } else if let modified, let date = date("if-unmodified-since"), modified > date {
      return .failed
    }
    if let tags = tags("if-none-match") {
      if tags.isAny || tags.list.contains(where: { tag?.isWeakly($0) ?? false }) {
        return .notModified
      }
    } else if let modified, let date = date("if-modified-since"), modified <= date {
      return .notModified
    }
    // Of a HEAD nobody has said what a part is (RFC 9110, 14.2).
    guard isGet, takesRanges, let range = only("range"), isStillTheSame(now) else {
      return .whole
    }
    return .ranges(ByteRanges(range, of: bodyLength))
  }

  /// Whether `If-Range` lets the range hold: it names the very bytes that would be sent.
  private func isStillTheSame(_ now: WallTime) -> Bool {
    let values = head.all(Array("if-range".utf8))
    guard let value = values.first else { return true }
    guard values.count == 1 else { return false }
    if let date = HTTPDate.seconds(of: value) {
      // A date names one state only if it could not have changed within its second
      // (RFC 9110, 8.8.2.2).
      return date == modified && now.seconds > date
    }
    guard let tag, let other = EntityTag(value) else { return false }
    return tag.isStrongly(other)
  }

  private func tags(_ name: String) -> (isAny: Bool, list: [EntityTag])? {
    let lines = head.all(Array(name.utf8))
    guard !lines.isEmpty else { return nil }
    let list = lines.flatMap(EntityTag.list)
    return (list.contains { !$0.isWeak && $0.opaque == [UInt8(ascii: "*")] }, list)
  }

  private func date(_ name: String) -> Int? { only(name).flatMap { HTTPDate.seconds(of: $0) } }

  /// The value of the one line of a name; nil where there is none, or several, which mean nothing.
  private func only(_ name: String) -> ArraySlice<UInt8>? {
    let values = head.all(Array(name.utf8))
    return values.count == 1 ? values[0] : nil
  }
}
