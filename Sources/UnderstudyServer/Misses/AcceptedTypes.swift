import MicroHTTPD
import Understudy

/// Whether whoever asks wants to read a page rather than JSON.
enum AcceptedTypes {
  /// Whether a browser navigates: HTML stands in `Accept`, and JSON not before it (RFC 9110, 12.5.1).
  ///
  /// A script's request says `X-Requested-With`, or does not name HTML at all.
  static func preferHTML(_ head: HeadLines) -> Bool {
    guard let accept = head.first("Accept"),
      // Hardly any client but a browser has an `h` there, as in `html`.
      accept.contains(where: { $0 | 0x20 == UInt8(ascii: "h") }),
      head.first("X-Requested-With") == nil
    else { return false }
    var html: Double?
    var json = 0.0
    for part in String(decoding: accept, as: UTF8.self).lowercased().split(separator: ",") {
      let words = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      let quality =
        words.dropFirst().lazy.filter { $0.hasPrefix("q=") }
        .compactMap { Double($0.dropFirst(2)) }.first ?? 1
      switch words.first {
      case "text/html", "application/xhtml+xml":
        // Of equal ones the first counts: a script that names both puts JSON first.
        if quality > json, quality > 0 { html = max(html ?? 0, quality) }
      case "application/json", "application/problem+json":
        json = max(json, quality)
      default: break
      }
    }
    return html.map { $0 >= json } ?? false
  }
}
