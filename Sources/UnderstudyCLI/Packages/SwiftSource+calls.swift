import Understudy

extension SwiftSource {
  /// A call, such as `RouteGroup("users") { … }`.
  struct Call {
    /// Where its name begins.
    var start: Int
    /// What is between its parentheses.
    var arguments: [Argument]
    /// Between its parentheses, blanks and comments with it.
    var inside: Range<Int>
    /// Between the braces that follow; nil where none do.
    var block: Range<Int>?

    /// The text behind a label; nil where there is none.
    func argument(_ label: String?) -> Argument? { arguments.first { $0.label == label } }
  }

  /// An argument of a call.
  struct Argument {
    /// What stands before the colon.
    var label: String?
    /// The value, without blanks around it.
    var value: Range<Int>
  }

  /// The calls of a name, in the order written.
  func calls(of name: String) -> [Call] {
    words(name).compactMap { start in
      guard let open = next(from: start + name.utf8.count), bytes[open] == UInt8(ascii: "("),
        let close = partner(of: open)
      else { return nil }
      let inside = open + 1..<close
      var block: Range<Int>?
      if let brace = next(from: close + 1), bytes[brace] == UInt8(ascii: "{"), isCode(brace),
        let end = partner(of: brace)
      {
        block = brace + 1..<end
      }
      return Call(start: start, arguments: arguments(in: inside), inside: inside, block: block)
    }
  }

  /// Where a word stands in code by itself, and is no member of something.
  func words(_ word: String) -> [Int] {
    let word = Array(word.utf8)
    func isName(_ index: Int) -> Bool {
      bytes.indices.contains(index)
        && (RouteID.isNameByte(bytes[index]) && bytes[index] != UInt8(ascii: "-"))
    }
    return bytes.indices.filter { index in
      isCode(index) && bytes[index] == word.first && bytes[index...].starts(with: word)
        && !isName(index - 1) && !isName(index + word.count)
        && !(index > 0 && bytes[index - 1] == UInt8(ascii: "."))
    }
  }

  /// The bracket that closes one that opens; nil where they do not go in pairs.
  func partner(of open: Int) -> Int? {
    var expected: [UInt8] = []
    for index in bytes.indices.suffix(from: open) where isCode(index) {
      switch bytes[index] {
      case UInt8(ascii: "("): expected.append(UInt8(ascii: ")"))
      case UInt8(ascii: "["): expected.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): expected.append(UInt8(ascii: "}"))
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard expected.popLast() == bytes[index] else { return nil }
        if expected.isEmpty { return index }
      default: break
      }
    }
    return nil
  }

  /// What a literal says; nil where the text is something else than one plain string.
  func literal(_ range: Range<Int>) -> String? {
    let text = text(range)
    guard range.count >= 2, range.allSatisfy({ !isCode($0) }), text.first == "\"",
      text.last == "\"", !text.contains("\\"), !text.hasPrefix("\"\"\"")
    else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// What a range is without the blanks around it.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    let start = range.first { !Self.isBlank(bytes[$0]) } ?? range.upperBound
    let end = range.last { !Self.isBlank(bytes[$0]) }.map { $0 + 1 } ?? start
    return start..<max(start, end)
  }

  private func arguments(in range: Range<Int>) -> [Argument] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var depth = 0
    for index in range where isCode(index) {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        parts.append(start..<index)
        start = index + 1
      default: break
      }
    }
    parts.append(start..<range.upperBound)
    return parts.map(trimmed).filter { !$0.isEmpty }.map(argument)
  }

  private func argument(_ range: Range<Int>) -> Argument {
    let name = range.prefix { isCode($0) && RouteID.isNameByte(bytes[$0]) }
    guard let last = name.last, let colon = next(from: last + 1), range.contains(colon),
      bytes[colon] == UInt8(ascii: ":"), isCode(colon)
    else { return Argument(label: nil, value: range) }
    return Argument(
      label: text(range.lowerBound..<last + 1), value: trimmed(colon + 1..<range.upperBound))
  }
}
