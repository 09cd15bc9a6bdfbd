/// Media types by file extension (IANA's registry); nothing is sniffed.
package enum ContentType {
  /// The type of JSON, to which nothing is appended (RFC 8259, 11).
  package static let json = "application/json"
  /// The type of what no other is known for (RFC 9110, 8.3).
  package static let bytes = "application/octet-stream"
  /// The type of plain text.
  package static let text = "text/plain; charset=utf-8"

  private static let byExtension: [String: String] = [
    "json": json, "geojson": "application/geo+json", "txt": text,
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8", "csv": "text/csv; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "xml": "application/xml",
    "ndjson": "application/x-ndjson",
    "plist": "application/xml", "pdf": "application/pdf", "zip": "application/zip",
    "gz": "application/gzip", "wasm": "application/wasm", "svg": "image/svg+xml",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "heic": "image/heic", "avif": "image/avif", "ico": "image/x-icon",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "mp4": "video/mp4",
    "mov": "video/quicktime", "webm": "video/webm", "m3u8": "application/vnd.apple.mpegurl",
    "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
  ]

  /// The type of a file by its name.
  package static func of(fileName: String) -> String {
    let name = fileName.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return bytes }
    return byExtension[name[name.index(after: dot)...].lowercased()] ?? bytes
  }

  /// Whether a type is JSON: `application/json` or any `+json` (RFC 6839, 3.1), parameters aside.
  package static func isJSON(_ type: String) -> Bool {
    let essence = essence(of: type)
    return essence == json || essence.hasSuffix("+json")
  }

  /// Whether a type is text for people to write: JSON, XML, scripts, playlists, and all of `text/`.
  package static func isText(_ type: String) -> Bool {
    let essence = essence(of: type)
    return isJSON(type) || essence.hasPrefix("text/") || essence.hasSuffix("+xml")
      || otherText.contains(essence)
  }

  /// Whether a type is HTML or XML, in which text may be taken for elements (RFC 7303, 4.2).
  package static func isMarkup(_ type: String) -> Bool {
    let essence = essence(of: type)
    return essence.hasSuffix("+xml") || markup.contains(essence)
  }

  private static let markup: Set<String> = ["text/html", "text/xml", "application/xml"]

  private static let otherText: Set<String> = [
    "application/xml", "application/x-ndjson", "application/javascript", "application/yaml",
    "application/graphql", "application/x-www-form-urlencoded", "application/vnd.apple.mpegurl",
  ]

  /// The type without its parameters, in small letters.
  private static func essence(of type: String) -> String {
    (type.split(separator: ";").first ?? "").lowercased().trimmingSpaces
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: String {
    String(drop(while: { $0 == " " }).reversed().drop(while: { $0 == " " }).reversed())
  }
}
