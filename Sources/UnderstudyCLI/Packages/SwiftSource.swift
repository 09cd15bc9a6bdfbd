/// A file of Swift, in which code is told from comments and strings.
///
/// It is no parser: it finds calls by their names and brackets by their partners, which is enough to
/// add a line where others stand, and to see where that would not be safe.
struct SwiftSource {
  /// Its place in the package.
  let path: String
  /// Its bytes.
  private(set) var bytes: [UInt8]
  /// What each byte is.
  private var kinds: [Kind]

  private enum Kind {
    case code, comment, string
  }

  /// Reads a file.
  init(path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    kinds = Self.kinds(of: bytes)
  }

  /// The file as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Some of its text.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Puts text in the place of other text.
  mutating func replace(_ range: Range<Int>, with text: String) {
    bytes.replaceSubrange(range, with: Array(text.utf8))
    kinds = Self.kinds(of: bytes)
  }

  /// Whether a byte is code.
  func isCode(_ index: Int) -> Bool { kinds[index] == .code }

  /// The line that a byte is in, from 1.
  func line(of index: Int) -> Int {
    bytes[..<index].count { $0 == UInt8(ascii: "\n") } + 1
  }

  /// The blanks that the line of a byte begins with.
  func indentation(of index: Int) -> String {
    let start = bytes[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let blanks = bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return String(decoding: blanks, as: UTF8.self)
  }

  /// The first byte from an index on that is neither blank nor in a comment; nil at the end.
  func next(from index: Int) -> Int? {
    bytes.indices.suffix(from: index).first { kinds[$0] != .comment && !Self.isBlank(bytes[$0]) }
  }

  /// Whether a byte parts words.
  static func isBlank(_ byte: UInt8) -> Bool {
    [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains(byte)
  }
}

// MARK: - Comments and strings

extension SwiftSource {
  private static func kinds(of bytes: [UInt8]) -> [Kind] {
    var kinds = [Kind](repeating: .code, count: bytes.count)
    var index = 0
    while index < bytes.count {
      let end: Int
      let kind: Kind
      if starts(bytes, index, "//") {
        end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        kind = .comment
      } else if starts(bytes, index, "/*") {
        end = endOfComment(bytes, index)
        kind = .comment
      } else if let close = endOfString(bytes, index) {
        end = close
        kind = .string
      } else {
        index += 1
        continue
      }
      for place in index..<end { kinds[place] = kind }
      index = end
    }
    return kinds
  }

  private static func starts(_ bytes: [UInt8], _ index: Int, _ text: String) -> Bool {
    bytes[index...].starts(with: text.utf8)
  }

  /// Comments of Swift nest.
  private static func endOfComment(_ bytes: [UInt8], _ start: Int) -> Int {
    var depth = 0
    var index = start
    while index < bytes.count {
      if starts(bytes, index, "/*") {
        depth += 1
        index += 2
      } else if starts(bytes, index, "*/") {
        depth -= 1
        index += 2
        if depth == 0 { return index }
      } else {
        index += 1
      }
    }
    return bytes.count
  }

  /// Where a string ends that begins at an index; nil where none does.
  private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int? {
    let hashes = bytes[start...].prefix { $0 == UInt8(ascii: "#") }.count
    let open = start + hashes
    guard open < bytes.count, bytes[open] == UInt8(ascii: "\"") else { return nil }
    let mark = String(repeating: "#", count: hashes)
    let quotes = starts(bytes, open, "\"\"\"") ? "\"\"\"" : "\""
    var index = open + quotes.utf8.count
    while index < bytes.count {
      if starts(bytes, index, quotes + mark) { return index + quotes.utf8.count + hashes }
      // A line ends a string that has one quote: it was none, or is broken.
      if quotes.utf8.count == 1, bytes[index] == UInt8(ascii: "\n") { return index }
      if starts(bytes, index, "\\\(mark)(") {
        index = endOfInterpolation(bytes, index + 2 + hashes)
      } else if starts(bytes, index, "\\\(mark)") {
        index += 2 + hashes
      } else {
        index += 1
      }
    }
    return bytes.count
  }

  /// Code in brackets, which may have strings of its own.
  private static func endOfInterpolation(_ bytes: [UInt8], _ start: Int) -> Int {
    var depth = 1
    var index = start
    while index < bytes.count {
      if let end = endOfString(bytes, index) {
        index = end
        continue
      }
      if bytes[index] == UInt8(ascii: "(") { depth += 1 }
      if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
      index += 1
      if depth == 0 { return index }
    }
    return bytes.count
  }
}
