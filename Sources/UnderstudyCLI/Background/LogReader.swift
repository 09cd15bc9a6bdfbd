import Platform

/// Reads a log from its end on, whatever becomes of its file: it may be cut off, or another may take its
/// place.
struct LogReader {
  private let path: String
  private var file: OpenFile?
  private var offset = 0

  /// How much is read at once.
  private static let chunk = 256 * 1024

  /// A reader of a log, which need not be there yet.
  init(_ path: String) {
    self.path = path
  }

  /// The newest lines, and where to go on from.
  ///
  /// - Throws: ``SystemError``.
  mutating func last(_ count: Int) throws(SystemError) -> [UInt8] {
    file = try OpenFile(path)
    var bytes = try file?.readAll() ?? []
    offset = bytes.count
    if Self.lineCount(bytes) < count, let older = try Files.read(AppendedFile.older(path)) {
      bytes = older + bytes
    }
    return Self.lastLines(count, of: bytes)
  }

  /// What was written since, and what there is to say about it.
  ///
  /// - Throws: ``SystemError``.
  mutating func next() throws(SystemError) -> (bytes: [UInt8], news: String?) {
    var bytes = try rest()
    var news: String?
    let now = Files.signature(of: path)
    if let file, let now, now.isSameFile(as: file.signature) {
      if now.size < offset {
        offset = 0
        news = "The log was cut off."
      }
    } else if now != nil {
      // What was written to the old one between the two looks comes first.
      bytes += try rest()
      file = try OpenFile(path)
      offset = 0
      bytes += try rest()
    }
    return (bytes, news)
  }

  private mutating func rest() throws(SystemError) -> [UInt8] {
    guard let file else { return [] }
    var bytes: [UInt8] = []
    while true {
      let next = try file.bytes(from: offset, atMost: Self.chunk)
      if next.isEmpty { return bytes }
      offset += next.count
      bytes += next
    }
  }

  private static func lineCount(_ bytes: [UInt8]) -> Int {
    bytes.count { $0 == UInt8(ascii: "\n") }
  }

  private static func lastLines(_ count: Int, of bytes: [UInt8]) -> [UInt8] {
    guard count > 0 else { return [] }
    var left = count
    var start = bytes.endIndex
    // The line feed at the very end begins no further line.
    if bytes.last == UInt8(ascii: "\n") { start -= 1 }
    while start > 0 {
      if bytes[start - 1] == UInt8(ascii: "\n") {
        left -= 1
        if left == 0 { break }
      }
      start -= 1
    }
    return Array(bytes[start...])
  }
}
