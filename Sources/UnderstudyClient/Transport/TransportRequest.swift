public import Foundation

/// One call of the admin API as a ``Transport`` makes it.
public struct TransportRequest: Sendable, Hashable {
  /// The method.
  public var method: String
  /// The whole URL.
  public var url: URL
  /// The header lines by their names.
  public var headers: [String: String]
  /// The body; nil sends none.
  public var body: [UInt8]?
  /// For how long nothing may come before the call is given up.
  public var silence: Duration

  /// A call by its parts.
  public init(
    _ method: String, _ url: URL, headers: [String: String] = [:], body: [UInt8]? = nil,
    silence: Duration = .seconds(60)
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.silence = silence
  }
}
