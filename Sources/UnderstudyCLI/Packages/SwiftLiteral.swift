import Understudy

/// Values as the source of Swift has them.
enum SwiftLiteral {
  /// A string, its quotes with it.
  static func string(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _
      where scalar.value < 32 || scalar.value == 127
        || scalar.properties.isDefaultIgnorableCodePoint:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// JSON by the literals of ``JSON``; nil where one of its numbers would lose digits.
  static func json(_ value: JSON) -> String? {
    switch value {
    case .null: return "nil"
    case .bool(let value): return value ? "true" : "false"
    case .number(let number): return self.number(number.literal)
    case .string(let text): return string(text)
    case .array(let elements):
      let parts = elements.compactMap(json)
      return parts.count == elements.count ? "[\(parts.joined(separator: ", "))]" : nil
    case .object(let members):
      let parts = members.compactMap { name, value in json(value).map { "\(string(name)): \($0)" } }
      guard parts.count == members.count else { return nil }
      return parts.isEmpty ? "[:]" : "[\(parts.joined(separator: ", "))]"
    }
  }

  /// A number that Swift reads and writes back as it was.
  private static func number(_ literal: String) -> String? {
    if Int(literal).map({ "\($0)" }) == literal { return literal }
    guard literal.contains("."), Double(literal).map({ "\($0)" }) == literal,
      !literal.contains("e")
    else { return nil }
    return literal
  }
}
