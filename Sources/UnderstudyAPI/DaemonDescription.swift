public import Understudy

/// What a page, or a tool, must know of the daemon to work with it.
///
/// ```json
/// {
///   "version": "0.1.0", "startedAt": "2026-01-31T12:00:00.000Z",
///   "url": "http://localhost:8080", "tlsURL": "https://localhost:8443",
///   "lanURL": "http://192.168.1.7:8080", "lanTLSURL": "https://192.168.1.7:8443",
///   "standardVariants": ["default", "loading"],
///   "networkPresets": [{"name": "off", "conditions": {"delayMilliseconds": null}}], "build": null
/// }
/// ```
public struct DaemonDescription: Sendable, Hashable {
  /// When it began, as ISO 8601 with milliseconds; another daemon on the same port began another time.
  public var startedAt: String
  /// The base URL of the mocks on this machine.
  public var url: String
  /// Their base URL with TLS on this machine; nil where the daemon speaks none.
  public var tlsURL: String?
  /// Their base URL for other machines, such as phones; nil where none can reach them.
  public var lanURL: String?
  /// Their base URL with TLS for other machines; nil where none can reach it, or there is none.
  public var lanTLSURL: String?
  /// How the build of its next version fares, under `understudy dev`: an object with `state` and
  /// `text`; nil elsewhere.
  public var build: JSON?

  /// A daemon by its parts.
  public init(
    startedAt: String, url: String, tlsURL: String? = nil, lanURL: String?,
    lanTLSURL: String? = nil, build: JSON? = nil
  ) {
    self.startedAt = startedAt
    self.url = url
    self.tlsURL = tlsURL
    self.lanURL = lanURL
    self.lanTLSURL = lanTLSURL
    self.build = build
  }

  /// The object of an answer.
  public var json: JSON {
    func text(_ url: String?) -> JSON { url.map { .string($0) } ?? .null }
    return [
      "version": .string(Version.current), "startedAt": .string(startedAt), "url": .string(url),
      "tlsURL": text(tlsURL), "lanURL": text(lanURL), "lanTLSURL": text(lanTLSURL),
      "build": build ?? .null,
      "standardVariants": .array(StandardVariant.allCases.map { .string($0.rawValue) }),
      "networkPresets": .array(
        NetworkPreset.allCases.map { preset in
          ["name": .string(preset.rawValue), "conditions": preset.conditions.json]
        }),
    ]
  }
}
