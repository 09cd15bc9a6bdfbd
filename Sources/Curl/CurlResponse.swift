/// The answer to a ``CurlRequest``.
public struct CurlResponse: Sendable {
  /// The status.
  public var status: Int
  /// Header lines in the order they came.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]

  /// An answer by its parts.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first line of a name, whatever its case.
  public func value(of name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
