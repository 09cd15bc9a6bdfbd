/// One HTTP call, made through libcurl.
///
/// ```swift
/// let response = try CurlRequest("GET", "http://localhost:8080/__admin/health").perform()
/// ```
///
/// libcurl is loaded by the first call. A call to this machine goes past any proxy that the
/// environment names. Redirects are not followed.
public struct CurlRequest: Sendable, Hashable {
  /// The method, such as `PUT`.
  public var method: String
  /// The whole URL; `http` and `https` are known.
  public var url: String
  /// Header lines in order; a name or value with a line break or NUL is refused.
  public var headers: [(name: String, value: String)] {
    get { lines.map { ($0.name, $0.value) } }
    set { lines = newValue.map { Line(name: $0.name, value: $0.value) } }
  }
  /// The body; nil sends none.
  public var body: [UInt8]?
  /// How long the whole call may take.
  public var timeout: Duration
  /// The file (PEM) of the authorities whose certificates are taken; nil for those of the system.
  public var authorities: String?

  private var lines: [Line] = []

  private struct Line: Sendable, Hashable {
    var name: String
    var value: String
  }

  /// A call by its parts.
  public init(
    _ method: String, _ url: String, headers: [(name: String, value: String)] = [],
    body: [UInt8]? = nil, timeout: Duration = .seconds(10)
  ) {
    self.method = method
    self.url = url
    self.body = body
    self.timeout = timeout
    self.headers = headers
  }

  /// Whether the URL leads to this machine.
  public var isLoopback: Bool {
    guard let scheme = url.firstRange(of: "://") else { return false }
    let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let address = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    if address.hasPrefix("[") { return address.hasPrefix("[::1]") }
    let host = address.prefix { $0 != ":" }.lowercased()
    return host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.")
  }
}
