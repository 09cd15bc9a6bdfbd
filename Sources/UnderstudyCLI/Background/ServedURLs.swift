import Understudy

/// Where a daemon serves, as it tells the program that has started it.
///
/// ```json
/// {"url": "http://localhost:8080", "tlsURL": null, "adminURL": "http://localhost:8080"}
/// ```
struct ServedURLs: Hashable, Sendable {
  /// The base URL of the mocks.
  var url: String
  /// Their base URL with TLS; nil where the daemon speaks none.
  var tlsURL: String?
  /// The base URL of the admin API.
  var adminURL: String

  /// URLs by themselves.
  init(url: String, tlsURL: String?, adminURL: String) {
    self.url = url
    self.tlsURL = tlsURL
    self.adminURL = adminURL
  }

  /// Reads the object; nil where it is none.
  init?(json: JSON) {
    guard let url = json["url"]?.stringValue, let adminURL = json["adminURL"]?.stringValue else {
      return nil
    }
    self.init(url: url, tlsURL: json["tlsURL"]?.stringValue, adminURL: adminURL)
  }

  /// The object as a line.
  var line: [UInt8] { json.bytes() + [UInt8(ascii: "\n")] }

  /// The object.
  var json: JSON {
    [
      "url": .string(url), "tlsURL": tlsURL.map { .string($0) } ?? .null,
      "adminURL": .string(adminURL),
    ]
  }
}
