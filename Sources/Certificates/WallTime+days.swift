package import Platform

extension WallTime {
  /// The time so many days of 24 hours later, or earlier.
  package func advanced(days: Int) -> WallTime { advanced(hours: days * 24) }

  /// The time so many hours later, or earlier.
  package func advanced(hours: Int) -> WallTime {
    WallTime(seconds: seconds + hours * 3600, nanoseconds: nanoseconds)
  }

  /// How many whole days it is until another time; below 0 where that has been.
  package func days(until other: WallTime) -> Int {
    Int((Double(other.seconds - seconds) / 86_400).rounded(.down))
  }
}

/// The sooner of two times.
func min(_ one: WallTime, _ other: WallTime) -> WallTime {
  one.seconds < other.seconds ? one : other
}

/// The later of two times.
func max(_ one: WallTime, _ other: WallTime) -> WallTime {
  one.seconds < other.seconds ? other : one
}
