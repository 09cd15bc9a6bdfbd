extension JSON {
  /// How deep a parsed document may be nested.
  public static let maxDepth = 256

  /// Reads a document.
  ///
  /// - Throws: ``JSONSyntaxError`` with line, column and reason.
  public init(parsing bytes: [UInt8], maxDepth: Int = JSON.maxDepth) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes[...], maxDepth: maxDepth)
    self = try parser.parseDocument()
  }

  /// Reads a document.
  ///
  /// - Throws: ``JSONSyntaxError`` with line, column and reason.
  public init(parsing text: String) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// What keeps bytes from being JSON; nil where they are.
  public static func syntaxError(in bytes: [UInt8]) -> JSONSyntaxError? {
    var parser = JSONParser(bytes[...], maxDepth: maxDepth, buildsValues: false)
    do {
      _ = try parser.parseDocument()
      return nil
    } catch {
      return error
    }
  }

  /// The first half of a document, cut so that it surely is no JSON any more.
  ///
  /// `[{"id":1}]` becomes `[{"id"`. Where the half still is JSON (`12`) or nothing is left, it is
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

  /// The document as text, without spaces.
  public var text: String { String(decoding: bytes(), as: UTF8.self) }
}

/// Writes values as RFC 8259 text, escaping no more than it demands.
private struct JSONWriter {
  var bytes: [UInt8] = []
  let pretty: Bool
  private var depth = 0

  init(pretty: Bool) {
    self.pretty = pretty
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: bytes += Array("null".utf8)
    case .bool(let value): bytes += Array((value ? "true" : "false").utf8)
    case .number(let number): bytes += Array(number.literal.utf8)
    case .string(let text): write(text)
    case .array(let elements):
      write(elements, "[", "]") { writer, element in writer.write(element) }
    case .object(let members):
      write(members, "{", "}") { writer, member in
        writer.write(member.key)
        writer.bytes += Array((writer.pretty ? ": " : ":").utf8)
        writer.write(member.value)
      }
    }
  }

  private mutating func write<Items: Collection>(
    _ items: Items, _ open: Unicode.Scalar, _ close: Unicode.Scalar,
    _ one: (inout JSONWriter, Items.Element) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    depth += 1
    for (offset, item) in items.enumerated() {
      if offset > 0 { bytes.append(UInt8(ascii: ",")) }
      startLine()
      one(&self, item)
    }
    depth -= 1
    if !items.isEmpty { startLine() }
    bytes.append(UInt8(ascii: close))
  }

  private mutating func startLine() {
    guard pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += Array(repeating: UInt8(ascii: " "), count: depth * 2)
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += Array("\\n".utf8)
      case 0x0D: bytes += Array("\\r".utf8)
      case 0x09: bytes += Array("\\t".utf8)
      case 0..<0x20:
        bytes += Array("\\u00\(byte < 16 ? "0" : "1")\(String(byte & 15, radix: 16))".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
