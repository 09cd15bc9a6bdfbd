internal import CMicroHTTPD
import Platform

extension Reply {
  /// The answer as it goes over the wire, closing its connection (RFC 9112, 6).
  ///
  /// - Parameters:
  ///   - now: its `Date`.
  ///   - isHead: whether it answers HEAD, and has no body.
  /// - Returns: its bytes.
  func message(now: WallTime, isHead: Bool = false) -> [UInt8] {
    let body = body(upTo: .max)
    let lines = [204, 304].contains(status) ? [] : ["Content-Length: \(body.count)"]
    return Array(head(statusLine, lines, now: now).utf8) + (isHead ? [] : body)
  }

  /// The first line.
  var statusLine: String { "HTTP/1.1 \(status) \(reason)" }

  /// The words of the status.
  var reason: String {
    unsafe umhd_reason(UInt32(status)).map { unsafe String(cString: $0) } ?? ""
  }

  /// The head of an answer behind which the connection is closed.
  ///
  /// - Parameters:
  ///   - firstLine: its first line.
  ///   - lines: the lines behind those that were given, above all that of the body's length.
  ///   - now: its `Date`.
  /// - Returns: the head with the empty line behind it.
  func head(_ firstLine: String, _ lines: [String], now: WallTime) -> String {
    var text = "\(firstLine)\r\n"
    text += "Date: \(HTTPDate.text(of: now))\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    for line in lines { text += "\(line)\r\n" }
    return text + "Connection: close\r\n\r\n"
  }
}
