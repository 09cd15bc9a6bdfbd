/// Writes values as RFC 8259 text, escaping no more than it demands.
struct JSONWriter {
  var bytes: [UInt8] = []
  let pretty: Bool
  private var depth = 0

  init(pretty: Bool) {
    self.pretty = pretty
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let number): bytes += number.literal.utf8
    case .string(let text): write(text)
    case .array(let elements):
      write(elements, "[", "]") { writer, element in writer.write(element) }
    case .object(let members):
      write(members, "{", "}") { writer, member in
        writer.write(member.key)
        writer.bytes += (writer.pretty ? ": " : ":").utf8
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
    bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    // Most strings have nothing to escape: they go out in one piece.
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != quote && $0 != backslash }) {
      bytes += text.utf8
      return
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20:
        bytes += "\\u00\(byte < 16 ? "0" : "1")\(String(byte & 15, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
  }
}
