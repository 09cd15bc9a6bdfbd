/// A request as a `.dynamic` outcome sees it.
///
/// ```swift
/// .dynamic { request in
///   .json(["id": .string(request.parameters["id"] ?? ""), "page": .string(request.query["page"] ?? "1")])
/// }
/// ```
public struct Request: Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// The request target as it was sent, path and query, nothing decoded.
  public var target: String
  /// The decoded parameters of the route's path template.
  public var parameters: Values
  /// The decoded pairs of the query, in order, repeats included.
  public var query: Values
  /// The header lines, in order, repeats included; found by name without case.
  public var headers: Values
  /// The body as it arrived.
  public var body: [UInt8]

  /// Makes a request, as a test of a closure does.
  public init(
    method: String = "GET", target: String = "/", parameters: Values = [:], query: Values = [:],
    headers: Values = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.parameters = parameters
    self.query = query
    self.headers = headers.ignoringCase()
    self.body = body
  }

  /// The body as JSON.
  ///
  /// - Throws: ``JSONSyntaxError`` where it is not.
  public func json() throws -> JSON {
    try JSON(parsing: body)
  }
}

extension Request {
  /// Pairs of name and value, in order, repeats included.
  public struct Values: Sendable, ExpressibleByDictionaryLiteral {
    /// The pairs as they came.
    public var pairs: [(name: String, value: String)]
    private var ignoresCase = false

    /// Takes pairs in order.
    public init(_ pairs: [(name: String, value: String)]) {
      self.pairs = pairs
    }

    /// Takes the pairs of a literal, in order.
    public init(dictionaryLiteral elements: (String, String)...) {
      pairs = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The first value of the name.
    public subscript(name: String) -> String? { all(name).first }

    /// All values of the name, in order.
    public func all(_ name: String) -> [String] {
      pairs.filter { matches($0.name, name) }.map(\.value)
    }

    func ignoringCase() -> Values {
      var copy = self
      copy.ignoresCase = true
      return copy
    }

    private func matches(_ one: String, _ other: String) -> Bool {
      ignoresCase
        ? Header(one, "").isNamed(other) : one.utf8.elementsEqual(other.utf8)
    }
  }
}
