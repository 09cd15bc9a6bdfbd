internal import CMicroHTTPD
import Platform

extension Reply {
  /// The answer as it goes over the wire, closing its connection (RFC 9112, 6).
  func message(now: WallTime) -> [UInt8] {
    let body = body(upTo: .max)
    let reason = unsafe umhd_reason(UInt32(status)).map { unsafe String(cString: $0) } ?? ""
    var text = "HTTP/1.1 \(status) \(reason)\r\n"
    text += "Date: \(now.formatted("%a, %d %b %Y %H:%M:%S GMT"))\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    text += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    return Array(text.utf8) + body
  }
}
