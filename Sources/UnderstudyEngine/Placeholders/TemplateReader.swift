import Understudy

/// Takes a template apart.
struct TemplateReader {
  private let bytes: [UInt8]
  private let scope: PlaceholderScope
  private(set) var pieces: [Template.Piece] = []
  private(set) var problems: [(problem: PlaceholderProblem, offset: Int)] = []
  /// Where the text begins that belongs to no piece yet.
  private var start = 0

  init(_ bytes: [UInt8], _ scope: PlaceholderScope) {
    self.bytes = bytes
    self.scope = scope
  }

  mutating func read(_ syntax: Template.Syntax) {
    switch syntax {
    case .text: readText(bytes.indices, .text)
    case .json: readJSON()
    }
    endLiteral(at: bytes.count)
  }

  /// Reads the strings of JSON that are not keys.
  private mutating func readJSON() {
    var index = 0
    while index < bytes.count {
      guard bytes[index] == Self.quote else {
        index += 1
        continue
      }
      let content = (index + 1)..<endOfString(index + 1)
      index = content.upperBound + 1
      guard let open = Self.pair(Self.open, in: bytes, content), !isKey(endingBefore: index) else {
        continue
      }
      let close = Self.pair(Self.close, in: bytes, content)
      if open == content.lowerBound, let close, close + 2 == content.upperBound {
        endLiteral(at: content.lowerBound - 1)
        add(content.dropFirst(2).dropLast(2), .wholeString)
        start = content.upperBound + 1
      } else {
        readText(content, .insideString)
      }
    }
  }

  private mutating func readText(_ range: Range<Int>, _ style: Template.Style) {
    var rest = range
    while let open = Self.pair(Self.open, in: bytes, rest) {
      guard let close = Self.pair(Self.close, in: bytes, (open + 2)..<range.upperBound) else {
        problems.append((.unclosed, open))
        return
      }
      endLiteral(at: open)
      add((open + 2)..<close, style)
      start = close + 2
      rest = start..<range.upperBound
    }
  }

  private mutating func add(_ name: Range<Int>, _ style: Template.Style) {
    do throws(PlaceholderProblem) {
      pieces.append(.value(try Placeholder(text(name, style), scope), style))
    } catch {
      problems.append((error, name.lowerBound - 2))
    }
  }

  /// The name as it reads: inside JSON it is escaped as all of its string is.
  private func text(_ name: Range<Int>, _ style: Template.Style) -> String {
    let raw = Array(bytes[name])
    if style != .text, raw.contains(Self.backslash),
      let text = try? JSON(parsing: [Self.quote] + raw + [Self.quote]).stringValue
    {
      return text
    }
    return String(decoding: raw, as: UTF8.self)
  }

  private mutating func endLiteral(at end: Int) {
    if end > start { pieces.append(.literal(Array(bytes[start..<end]))) }
    start = end
  }

  /// Where the quote is that ends a string.
  private func endOfString(_ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != Self.quote {
      index += bytes[index] == Self.backslash ? 2 : 1
    }
    return min(index, bytes.count)
  }

  private func isKey(endingBefore end: Int) -> Bool {
    bytes.dropFirst(end).first { !Self.space.contains($0) } == UInt8(ascii: ":")
  }

  /// Where a byte stands twice; nil where it does not.
  static func pair(_ byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index + 1 < range.upperBound {
      if bytes[index] == byte, bytes[index + 1] == byte { return index }
      index += 1
    }
    return nil
  }

  private static let open = UInt8(ascii: "{")
  private static let close = UInt8(ascii: "}")
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let space = Array(" \t\r\n".utf8)
}
