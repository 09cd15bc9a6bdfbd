import MicroHTTPD
import Understudy

/// A ``HostRule``, compiled: a name without case, maybe with a port.
struct HostMatcher: Sendable, Hashable {
  private let text: String
  /// In small letters.
  private let name: [UInt8]
  private let port: Int?

  /// Reads a rule; nil where it is no host.
  init?(_ rule: HostRule) {
    guard let parts = Self.parts(Array(rule.text.utf8)[...]) else { return nil }
    text = rule.text
    name = parts.name.map(\.asciiLowercased)
    port = parts.port
  }

  /// Whether a request names the host.
  func fits(_ request: ReceivedRequest) -> Bool {
    guard let host = Self.host(of: request), let parts = Self.parts(host) else { return false }
    // Without a port it is the scheme's (RFC 9110, 4.2).
    let usual = request.tls == nil ? 80 : 443
    return parts.name.isEqualIgnoringCase(name) && (port == nil || port == parts.port ?? usual)
  }

  /// In what the host of a request does not fit; nil where it does.
  func difference(_ request: ReceivedRequest) -> Difference? {
    if fits(request) { return nil }
    let host = Self.host(of: request)
    return Difference(.host, expected: text, actual: host.map(ShownText.value))
  }

  /// Whether no request fits both.
  func excludes(_ other: HostMatcher) -> Bool {
    if name != other.name { return true }
    guard let port, let otherPort = other.port else { return false }
    return port != otherPort
  }

  /// The host of an absolute target, which stands above the header (RFC 9112, 3.2.2).
  private static func host(of request: ReceivedRequest) -> ArraySlice<UInt8>? {
    request.target.authority ?? request.head.first("Host")
  }

  /// Splits a host; the port is nil where there is none.
  private static func parts(
    _ host: ArraySlice<UInt8>
  ) -> (name: ArraySlice<UInt8>, port: Int?)? {
    let end: Int
    if host.first == UInt8(ascii: "[") {
      guard let bracket = host.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      end = bracket + 1
    } else {
      end = host.firstIndex(of: UInt8(ascii: ":")) ?? host.endIndex
    }
    let name = host[..<end]
    guard !name.isEmpty, name.allSatisfy(isHostByte) else { return nil }
    if end == host.endIndex { return (name, nil) }
    guard host[end] == UInt8(ascii: ":") else { return nil }
    let digits = host[(end + 1)...]
    // `host:` names no port (RFC 3986, 3.2.3).
    if digits.isEmpty { return (name, nil) }
    guard digits.count <= 5, let port = Int(String(decoding: digits, as: UTF8.self)),
      (1...65_535).contains(port), digits.first != UInt8(ascii: "+")
    else { return nil }
    return (name, port)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    RouteID.isNameByte(byte) || ".[]:".utf8.contains(byte)
  }
}
