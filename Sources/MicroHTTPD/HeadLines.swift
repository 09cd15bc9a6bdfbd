internal import CMicroHTTPD

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The header lines of a request as they came: in order, repeats included, in one piece of memory.
///
/// ```swift
/// exchange.head.first("content-type")  // the bytes of "application/json"
/// ```
///
/// Copied once while the request is read, and looked through without allocating.
public struct HeadLines: Sendable, Hashable {
  /// Each name and each value, with a NUL behind it: neither can contain one (RFC 9110, 5.5).
  var bytes: [UInt8] = []
  /// A bit for each length that a name has with its first and last letter: most names that are asked for
  /// are not there, and need no look.
  private var kinds: UInt64 = 0

  /// One line; both parts lie in the memory of all lines.
  public typealias Line = (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)

  /// No lines.
  public init() {}

  /// Lines of text, as a test writes them.
  public init(_ lines: [(name: String, value: String)]) {
    for line in lines {
      kinds |= Self.kind(line.name.utf8)
      bytes += line.name.utf8
      bytes.append(0)
      bytes += line.value.utf8
      bytes.append(0)
    }
  }

  mutating func append(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    kinds |= unsafe Self.kind(name)
    unsafe bytes.append(contentsOf: name)
    bytes.append(0)
    unsafe bytes.append(contentsOf: value)
    bytes.append(0)
  }

  /// Whether two have the same lines; what else is kept about them follows from these.
  public static func == (one: HeadLines, other: HeadLines) -> Bool { one.bytes == other.bytes }

  /// Hashes the lines in one piece: byte by byte it would take as long as answering.
  public func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// Where a line ends that is to begin at a place; nil where another line is there.
  func end(
    of name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    let middle = start + name.count
    let end = middle + 1 + value.count
    guard end < bytes.count, bytes[middle] == 0, bytes[end] == 0 else { return nil }
    let isSame = unsafe bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      return unsafe Self.isSame(name, base + start) && Self.isSame(value, base + middle + 1)
    }
    return isSame ? end + 1 : nil
  }

  private static func isSame(
    _ bytes: UnsafeRawBufferPointer, _ other: UnsafeRawPointer
  ) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    return unsafe memcmp(base, other, bytes.count) == 0
  }

  /// The first lines, up to the end of one.
  func prefix(_ count: Int) -> HeadLines {
    var lines = HeadLines()
    lines.bytes.reserveCapacity(max(count + 64, 480))
    lines.bytes += bytes.prefix(count)
    lines.kinds = kinds
    return lines
  }

  /// How much memory they take, in bytes.
  public var byteCount: Int { bytes.count }

  /// All lines.
  public var lines: [Line] {
    var lines: [Line] = []
    forEach { lines.append(($0, $1)) }
    return lines
  }

  /// The value of the first line of a name, which compares without case; nil where there is none.
  public func first(_ name: StaticString) -> ArraySlice<UInt8>? {
    find(name, from: 0).map { bytes[$0] }
  }

  /// Whether a line may be there that asks for a part of an answer, or for one under a condition
  /// (RFC 9110, 13.1 and 14.2); most requests have none, and cost no look.
  var mayHaveConditions: Bool { kinds & Self.conditionKinds != 0 }

  private static let conditionKinds = [
    "range", "if-range", "if-match", "if-none-match",
    "if-modified-since", "if-unmodified-since",
  ].reduce(0) { $0 | kind($1.utf8) }

  /// Where the value of the next line of a name lies.
  private func find(_ name: StaticString, from start: Int) -> Range<Int>? {
    name.withUTF8Buffer { name in
      guard kinds & (unsafe Self.kind(name)) != 0 else { return nil }
      return unsafe bytes.withUnsafeBytes { bytes in
        var start = start
        while let middle = unsafe Self.zero(in: bytes, from: start),
          let end = unsafe Self.zero(in: bytes, from: middle + 1)
        {
          if unsafe middle - start == name.count && Self.isEqual(bytes, at: start, name) {
            return (middle + 1)..<end
          }
          start = end + 1
        }
        return nil
      }
    }
  }

  /// Where the next NUL lies, which ends a name or a value.
  private static func zero(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let zero = unsafe memchr(base + start, 0, bytes.count - start)
    else { return nil }
    return unsafe UnsafeRawPointer(zero) - base
  }

  private static func isEqual(
    _ bytes: UnsafeRawBufferPointer, at start: Int, _ name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    for offset in 0..<name.count
    where unsafe lowercased(bytes[start + offset]) != lowercased(name[offset]) {
      return false
    }
    return true
  }

  /// The values of all lines of a name, which compares without case, in order.
  ///
  /// - Parameter name: the bytes of the name, in small letters.
  /// - Returns: the values; empty where there is no such line.
  public func all(_ name: [UInt8]) -> [ArraySlice<UInt8>] {
    guard kinds & Self.kind(name) != 0 else { return [] }
    var found: [ArraySlice<UInt8>] = []
    forEach { line, value in
      if line.count == name.count, zip(line, name).allSatisfy({ Self.lowercased($0) == $1 }) {
        found.append(value)
      }
    }
    return found
  }

  /// Calls a closure with each line, in order.
  public func forEach(_ body: (_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Void) {
    var start = 0
    while let (middle, end) = nextLine(from: start) {
      body(bytes[start..<middle], bytes[(middle + 1)..<end])
      start = end + 1
    }
  }

  /// Where the name of a line ends that begins at a place, and where its value does; nil behind the
  /// last.
  private func nextLine(from start: Int) -> (middle: Int, end: Int)? {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let middle = unsafe Self.zero(in: bytes, from: start),
        let end = unsafe Self.zero(in: bytes, from: middle + 1)
      else { return nil }
      return (middle, end)
    }
  }

  private static func kind(_ name: some BidirectionalCollection<UInt8>) -> UInt64 {
    guard let first = name.first, let last = name.last else { return 1 }
    // By eleven and 42: no line that apps and browsers usually send shares a bit with one that few send
    // and all are asked for.
    return 1 << UInt64((name.count &* 11 &+ Int(first | 0x20) &+ Int(last | 0x20) &* 42) & 63)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
