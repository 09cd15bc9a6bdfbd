extension JSON {
  /// How deep a parsed document may be nested.
  public static let maxDepth = 256

  /// Reads a document.
  ///
  /// - Throws: ``JSONSyntaxError`` with line, column and reason.
  public init(parsing bytes: [UInt8], maxDepth: Int = JSON.maxDepth) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes, maxDepth: maxDepth)
    self = try parser.parseDocument()
  }

  /// Reads a document of so many values at most; nil where there are more.
  ///
  /// Values at all depths count, keys do not.
  ///
  /// - Throws: ``JSONSyntaxError`` with line, column and reason.
  package init?(parsing bytes: [UInt8], maxValues: Int) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes, maxDepth: JSON.maxDepth, maxValues: maxValues)
    do throws(JSONSyntaxError) {
      self = try parser.parseDocument()
    } catch {
      guard parser.hasTooManyValues else { throw error }
      return nil
    }
  }

  /// Reads a document.
  ///
  /// - Throws: ``JSONSyntaxError`` with line, column and reason.
  public init(parsing text: String) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// What keeps bytes from being JSON; nil where they are.
  public static func syntaxError(in bytes: [UInt8]) -> JSONSyntaxError? {
    var parser = JSONParser(bytes, maxDepth: maxDepth, buildsValues: false)
    do {
      _ = try parser.parseDocument()
      return nil
    } catch {
      return error
    }
  }

  /// The first half of a document, cut so that it surely is no JSON any more.
  ///
  /// `[{"id":1}]` becomes `[{"id`. Where the half still is JSON (`12`) or nothing is left, it is
  /// `{`.
  public static func malformed(_ bytes: [UInt8]) -> [UInt8] {
    let half = Array(bytes.prefix(bytes.count / 2))
    return syntaxError(in: half) == nil || half.isEmpty ? [UInt8(ascii: "{")] : half
  }

  /// The document as UTF-8, keys in order and numbers as written.
  public func bytes(pretty: Bool = false) -> [UInt8] {
    var writer = JSONWriter(pretty: pretty)
    writer.write(self)
    return writer.bytes
  }

  /// Whether some text in it fits, at any depth; keys are no text.
  package func containsText(where fits: (String) -> Bool) -> Bool {
    switch self {
    case .string(let text): fits(text)
    case .array(let elements): elements.contains { $0.containsText(where: fits) }
    case .object(let members): members.containsValue { $0.containsText(where: fits) }
    case .null, .bool, .number: false
    }
  }

  /// The document as text, without spaces.
  public var text: String { String(decoding: bytes(), as: UTF8.self) }
}
