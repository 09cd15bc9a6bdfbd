public import Platform

/// Points in time as header lines have them (RFC 9110, 5.6.7).
public enum HTTPDate {
  /// The date in the one form that is to be sent, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  public static func text(of time: WallTime) -> String {
    time.formatted("%a, %d %b %Y %H:%M:%S GMT")
  }

  /// The seconds since 1970 of a date in one of the three forms that may come; nil where it is none.
  ///
  /// - Parameters:
  ///   - text: the value of a header line.
  ///   - now: the present, by which two digits of a year are understood.
  /// - Returns: the seconds.
  static func seconds(of text: ArraySlice<UInt8>, now: WallTime = .now) -> Int? {
    let words = text.split { " ,-:\t".utf8.contains($0) }
    let (day, month, year, clock): (Int?, Int?, Int?, ArraySlice<ArraySlice<UInt8>>)
    switch words.count {
    case 8 where words[7].elementsEqual("GMT".utf8):
      (day, month, clock) = (number(words[1], 2), self.month(words[2]), words[4...6])
      year = words[3].count == 2 ? number(words[3], 2).map { full($0, now) } : number(words[3], 4)
    // The form of asctime(3), whose day may have one digit.
    case 7:
      (day, month, clock) = (
        number(words[2], words[2].count), self.month(words[1]), words[3...5]
      )
      year = number(words[6], 4)
    default: return nil
    }
    let parts = clock.compactMap { number($0, 2) }
    guard let day, let month, let year, parts.count == 3, (1...31).contains(day), parts[0] < 24,
      parts[1] < 60, parts[2] <= 60
    else { return nil }
    return days(year, month, day) * 86400 + parts[0] * 3600 + parts[1] * 60 + parts[2]
  }

  private static func number(_ digits: ArraySlice<UInt8>, _ count: Int) -> Int? {
    guard digits.count == count, (1...4).contains(count) else { return nil }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private static func month(_ name: ArraySlice<UInt8>) -> Int? {
    months.firstIndex { $0.utf8.elementsEqual(name) }.map { $0 + 1 }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A year of two digits, which is never more than 50 years ahead.
  private static func full(_ year: Int, _ now: WallTime) -> Int {
    let present = 1970 + now.seconds / 31_556_952
    let guess = present / 100 * 100 + year
    return guess > present + 50 ? guess - 100 : guess
  }

  /// The days from 1970-01-01 to a date of the Gregorian calendar; years begin in March here, so that
  /// the leap day is their last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
