/// An answer as it came over the wire.
public struct RawReply: Sendable {
  /// The status code.
  public var status: Int
  /// The words behind the status code.
  public var reason: String
  /// The header lines, in order.
  public var fields: [(name: String, value: String)]
  /// The body, without transfer coding.
  public var body: [UInt8]

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of the first line of a name.
  public func value(of name: String) -> String? { values(of: name).first }

  /// The values of all lines of a name.
  public func values(of name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// Takes one whole answer from the front of a buffer; nil while it is not all there.
  static func take(from buffer: inout [UInt8], isHead: Bool) throws -> RawReply? {
    guard let headEnd = find("\r\n\r\n", in: buffer[...]) else { return nil }
    let lines = String(decoding: buffer[..<headEnd], as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    let first = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard first.count >= 2, first[0] == "HTTP/1.1", let status = Int(first[1]) else {
      throw RawClient.Failure(description: "no status line: \(lines.first ?? "")")
    }
    let fields = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (
        String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " })
      )
    }
    var reply = RawReply(
      status: status, reason: first.count > 2 ? String(first[2]) : "", fields: fields, body: [])
    var rest = buffer[(headEnd + 4)...]
    let hasBody = !isHead && !(100..<200).contains(status) && ![204, 304].contains(status)
    if hasBody, reply.value(of: "Transfer-Encoding")?.lowercased() == "chunked" {
      guard let body = takeChunks(from: &rest) else { return nil }
      reply.body = body
    } else if hasBody {
      let length = reply.value(of: "Content-Length").flatMap { Int($0) } ?? 0
      guard rest.count >= length else { return nil }
      reply.body = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    buffer = Array(rest)
    return reply
  }

  private static func takeChunks(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    var body: [UInt8] = []
    while true {
      guard let lineEnd = find("\r\n", in: rest),
        let size = Int(String(decoding: rest[rest.startIndex..<lineEnd], as: UTF8.self), radix: 16)
      else { return nil }
      let start = lineEnd + 2
      guard rest.endIndex >= start + size + 2 else { return nil }
      body += rest[start..<(start + size)]
      rest = rest[(start + size + 2)...]
      if size == 0 { return body }
    }
  }

  private static func find(_ text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let pattern = Array(text.utf8)
    guard bytes.count >= pattern.count else { return nil }
    return (bytes.startIndex...(bytes.endIndex - pattern.count)).first {
      bytes[$0..<($0 + pattern.count)].elementsEqual(pattern)
    }
  }
}
