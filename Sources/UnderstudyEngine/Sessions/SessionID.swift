import Platform

/// The name of a session: twenty small letters and digits, which nobody can guess.
///
/// ```swift
/// let id = SessionID.make()
/// SessionID(Array(id.text.utf8)[...]) == id  // true
/// ```
///
/// Such a name may stand in a path, in a header line and as a label of a host name. It is kept as
/// two numbers, so that finding a session allocates nothing.
package struct SessionID: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  /// How many characters a name has.
  package static let length = 20

  /// The 32 characters of names; those that look alike are left out.
  private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
  /// How many characters the high number holds.
  private static let highLength = 8

  /// Reads a name; nil where it cannot be one.
  package init?(_ text: ArraySlice<UInt8>) {
    guard text.count == Self.length else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    let bytes = text.span
    for index in 0..<Self.highLength {
      guard let value = Self.value(of: bytes[index]) else { return nil }
      high = high << 5 | value
    }
    for index in Self.highLength..<Self.length {
      guard let value = Self.value(of: bytes[index]) else { return nil }
      low = low << 5 | value
    }
    self.high = high
    self.low = low
  }

  /// The place of a character in the alphabet, reckoned: a table would have to be looked for.
  private static func value(of byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "k"): UInt64(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "m")...UInt8(ascii: "n"): UInt64(byte - UInt8(ascii: "m") + 11)
    case UInt8(ascii: "p")...UInt8(ascii: "z"): UInt64(byte - UInt8(ascii: "p") + 13)
    case UInt8(ascii: "2")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "2") + 24)
    default: nil
    }
  }

  /// Hashes what is random in it already.
  package func hash(into hasher: inout Hasher) { hasher.combine(low) }

  private init(random bytes: [UInt8]) {
    var (high, low): (UInt64, UInt64) = (0, 0)
    for byte in bytes.prefix(Self.highLength) { high = high << 5 | UInt64(byte & 31) }
    for byte in bytes.dropFirst(Self.highLength) { low = low << 5 | UInt64(byte & 31) }
    self.high = high
    self.low = low
  }

  /// A name that no session has had: a hundred random bits.
  package static func make() -> SessionID { SessionID(random: Machine.randomBytes(length)) }

  /// The name as it is written.
  package var text: String {
    var bytes: [UInt8] = []
    for index in 0..<Self.length {
      let isHigh = index < Self.highLength
      let shift = UInt64(5 * ((isHigh ? Self.highLength : Self.length) - 1 - index))
      bytes.append(Self.alphabet[Int((isHigh ? high : low) >> shift & 31)])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
