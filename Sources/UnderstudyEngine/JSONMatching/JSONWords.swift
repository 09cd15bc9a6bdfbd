import Understudy

/// JSON values as differences show them.
enum JSONWords {
  /// How many bytes of a value are shown, more or less.
  static let limit = 120

  /// The kind of a value, in JSON's own words.
  static func kind(_ value: JSON) -> String {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// `string "500"`.
  static func kindAndText(_ value: JSON) -> String {
    value == .null ? "null" : "\(kind(value)) \(text(value))"
  }

  /// The value as it was written, numbers with all their digits; a long one is cut.
  static func text(_ value: JSON) -> String {
    var text = ""
    write(value, to: &text)
    return text
  }

  private static func write(_ value: JSON, to text: inout String) {
    switch value {
    case .array(let elements):
      write(elements, "[", "]", to: &text) { write($0, to: &$1) }
    case .object(let members):
      write(members, "{", "}", to: &text) { member, text in
        write(.string(member.key), to: &text)
        text += ":"
        write(member.value, to: &text)
      }
    case .string(let string) where string.utf8.count > limit:
      var start = ""
      for scalar in string.unicodeScalars {
        if start.utf8.count >= limit { break }
        start.unicodeScalars.append(scalar)
      }
      text += "\(JSON.string(start).text.dropLast())…\""
    case .number(let number) where number.literal.utf8.count > limit:
      text += "\(number.literal.prefix(limit))…"
    default: text += value.text
    }
  }

  private static func write<Items: Collection>(
    _ items: Items, _ open: String, _ close: String, to text: inout String,
    _ one: (Items.Element, inout String) -> Void
  ) {
    text += open
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      // What is left is not even written: a body may be long.
      if text.utf8.count >= limit {
        text += "…"
        break
      }
      one(item, &text)
    }
    text += close
  }
}
