import Platform

/// Deadlines by number, the earliest first (a binary heap).
///
/// A timer that is no longer needed stays until its time, or until there are more such than others.
struct TimerHeap {
  private var entries: [(deadline: Moment, number: UInt64)] = []

  /// The earliest deadline.
  var earliest: Moment? { entries.first?.deadline }

  /// How many of its numbers a closure names.
  func count(where isMeant: (UInt64) -> Bool) -> Int { entries.count { isMeant($0.number) } }

  /// Adds a deadline, and tells whether it is the earliest now.
  mutating func insert(_ deadline: Moment, _ number: UInt64) -> Bool {
    entries.append((deadline, number))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].deadline < entries[parent].deadline else { return false }
      entries.swapAt(child, parent)
      child = parent
    }
    return true
  }

  /// Takes out the earliest number whose time has come.
  mutating func popDue(_ now: Moment) -> UInt64? {
    guard let first = entries.first, first.deadline <= now else { return nil }
    let last = entries.removeLast()
    if !entries.isEmpty {
      entries[0] = last
      sink()
    }
    return first.number
  }

  /// Drops the numbers that nobody waits for, once they are the greater part.
  mutating func forgetStale<Waiting>(keeping waiting: [UInt64: Waiting]) {
    guard entries.count > 2 * waiting.count + 64 else { return }
    let kept = entries.filter { waiting[$0.number] != nil }
    entries = []
    for entry in kept { _ = insert(entry.deadline, entry.number) }
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
        if entries[child].deadline < entries[least].deadline { least = child }
      }
      guard least != parent else { return }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}
