public import Understudy

/// What a page, or a tool, must know of the daemon to work with it.
///
/// ```json
/// {
///   "version": "0.1.0", "startedAt": "2026-01-31T12:00:00.000Z",
///   "url": "http://localhost:8080", "lanURL": "http://192.168.1.7:8080",
///   "standardVariants": ["default", "loading"],
///   "networkPresets": [{"name": "off", "conditions": {"delayMilliseconds": null}}]
/// }
/// ```
public struct DaemonDescription: Sendable, Hashable {
  /// When it began, as ISO 8601 with milliseconds; another daemon on the same port began another time.
  public var startedAt: String
  /// The base URL of the mocks on this machine.
  public var url: String
  /// Their base URL for other machines, such as phones; nil where none can reach them.
  public var lanURL: String?

  /// A daemon by its parts.
  public init(startedAt: String, url: String, lanURL: String?) {
    self.startedAt = startedAt
    self.url = url
    self.lanURL = lanURL
  }

  /// The object of an answer.
  public var json: JSON {
    [
      "version": .string(Version.current), "startedAt": .string(startedAt), "url": .string(url),
      "lanURL": lanURL.map { .string($0) } ?? .null,
      "standardVariants": .array(StandardVariant.allCases.map { .string($0.rawValue) }),
      "networkPresets": .array(
        NetworkPreset.allCases.map { preset in
          ["name": .string(preset.rawValue), "conditions": preset.conditions.json]
        }),
    ]
  }
}
