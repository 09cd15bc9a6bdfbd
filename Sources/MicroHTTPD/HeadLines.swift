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

  /// One line; both parts lie in the memory of all lines.
  public typealias Line = (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)

  /// No lines.
  public init() {}

  /// Lines of text, as a test writes them.
  public init(_ lines: [(name: String, value: String)]) {
    for line in lines {
      bytes += line.name.utf8
      bytes.append(0)
      bytes += line.value.utf8
      bytes.append(0)
    }
  }

  mutating func append(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    unsafe bytes.append(contentsOf: name)
    bytes.append(0)
    unsafe bytes.append(contentsOf: value)
    bytes.append(0)
  }

  /// Hashes the lines in one piece: byte by byte it would take as long as answering.
  public func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
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
    var found: ArraySlice<UInt8>?
    forEach { line, value in
      if found == nil, Self.isEqual(line, name) { found = value }
    }
    return found
  }

  /// The values of all lines of a name, which compares without case, in order.
  ///
  /// - Parameter name: the bytes of the name, in small letters.
  /// - Returns: the values; empty where there is no such line.
  public func all(_ name: [UInt8]) -> [ArraySlice<UInt8>] {
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
    while let middle = bytes[start...].firstIndex(of: 0),
      let end = bytes[(middle + 1)...].firstIndex(of: 0)
    {
      body(bytes[start..<middle], bytes[(middle + 1)..<end])
      start = end + 1
    }
  }

  private static func isEqual(_ name: ArraySlice<UInt8>, _ text: StaticString) -> Bool {
    guard name.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in
      for (offset, byte) in name.enumerated()
      where lowercased(byte) != lowercased(unsafe text[offset]) {
        return false
      }
      return true
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
