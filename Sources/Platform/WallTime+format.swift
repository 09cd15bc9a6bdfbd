internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension WallTime {
  /// The letters that may stand behind `%` in a format: those of strftime(3) in POSIX, but for `%E`
  /// and `%O`, and `%s`, the seconds since 1970.
  public static let formatLetters = Array("aAbBcCdDeFgGhHIjmMnprRsStTuUVwWxXyYzZ%".utf8)

  /// The time in UTC by a format of strftime(3), such as `%Y-%m-%d`, in English.
  ///
  /// A `%` without one of ``formatLetters`` behind it stays as it is.
  public func formatted(_ format: String) -> String {
    var parts = unsafe tm()
    var whole = time_t(seconds)
    unsafe gmtime_r(&whole, &parts)
    var text: [UInt8] = []
    var rest = Array(format.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), let letter = rest.first, Self.formatLetters.contains(letter)
      else {
        text.append(byte)
        continue
      }
      rest = rest.dropFirst()
      // strftime would take the parts for local time here.
      text += letter == UInt8(ascii: "s") ? Array("\(seconds)".utf8) : unsafe one(letter, &parts)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func one(_ letter: UInt8, _ parts: inout tm) -> [UInt8] {
    let room = 128
    var text = [CChar](repeating: 0, count: room)
    let format = [CChar(bitPattern: UInt8(ascii: "%")), CChar(bitPattern: letter), 0]
    let count = unsafe strftime(&text, room, format, &parts)
    return text.prefix(count).map { UInt8(bitPattern: $0) }
  }
}
