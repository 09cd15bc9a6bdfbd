import MicroHTTPD
import Platform
import Understudy
import UnderstudyEngine

/// Puts log entries into words, as bytes: at full speed there are a hundred thousand a second.
struct LogLines {
  private let format: MockServer.LogFormat
  private let isColoured: Bool
  private var clock: (moment: Moment, wall: WallTime) = (Moment(nanoseconds: 0), .now)
  private var second = -1
  private var millisecond = -1
  private var timeOfDay: [UInt8] = []
  /// From which moment of the clock that is the time of day, and for how many nanoseconds.
  private var (shownFrom, shownFor): (UInt64, UInt64) = (0, 0)

  init(format: MockServer.LogFormat, isColoured: Bool) {
    self.format = format
    self.isColoured = isColoured
  }

  /// Sets what time of day a moment is; entries are put into words soon after.
  mutating func setClock(_ moment: Moment, _ wall: WallTime) {
    clock = (moment, wall)
    shownFor = 0
  }

  /// Whether it is too long since the clock was set for what has happened now.
  func needsClock(at moment: Moment) -> Bool {
    let passed = Int64(bitPattern: moment.nanoseconds &- clock.moment.nanoseconds)
    return passed < 0 || passed > 1_000_000_000
  }

  /// Adds the line of an entry, with its line feed.
  mutating func append(_ entry: LogEntry, to text: inout [UInt8]) {
    switch (entry, format) {
    case (_, .json), (.request, _): text += json(entry).bytes()
    case (.warning(let at, let warning), _):
      append(at, to: &text)
      paint("warning", .yellow, &text)
      text += ": ".utf8
      Self.append(printable: warning.utf8, to: &text)
    case (.leftOut(let at, let count), _):
      append(at, to: &text)
      paint("\(count) lines were left out", .yellow, &text)
      text += ": the reader of the log is slow".utf8
    case (.lost(let at, let count, let reason), _):
      append(at, to: &text)
      paint("\(count) lines were lost", .yellow, &text)
      text += ": the log could not be written: \(reason)".utf8
    }
    text.append(UInt8(ascii: "\n"))
  }

  /// Adds the line of a request, with its line feed.
  ///
  /// - Parameters:
  ///   - exchange: the exchange, which has ended.
  ///   - entry: what the journal has of it; nil where that is nothing.
  ///   - ending: how it ended.
  ///   - now: when.
  ///   - note: what is said of what the journal does not have.
  ///   - text: the lines.
  mutating func append(
    _ exchange: Exchange, _ entry: JournalEntry?, _ ending: Ending, at now: Moment, note: String?,
    to text: inout [UInt8]
  ) {
    setTimeOfDay(now)
    if appendUsual(exchange, entry, ending, at: now, to: &text) { return }
    text.append(copying: timeOfDay)
    let status = exchange.status
    if isColoured { text += Colour.of(status).start }
    if status == 0 {
      text += ending.rawValue.utf8
    } else {
      Self.append(status, to: &text)
    }
    if isColoured { text += Colour.end }
    text.append(copying: Self.gap)
    if let entry, entry.isRouted {
      // A token, or the request would have been refused.
      text.append(copying: entry.method)
    } else {
      Self.append(printable: exchange.method, to: &text)
    }
    text.append(UInt8(ascii: " "))
    if exchange.isTargetPlain {
      text.append(copying: exchange.target)
    } else {
      Self.append(printable: exchange.target, to: &text)
    }
    text.append(copying: Self.gap)
    if let routed = entry?.routed {
      text += routed.id.rawValue.utf8
      text.append(UInt8(ascii: " "))
      text += (routed.variant ?? "-").utf8
      text.append(copying: Self.gap)
    }
    if let session = entry?.session {
      text += "session ".utf8
      text += session.utf8
      text.append(copying: Self.gap)
    }
    Self.append(microseconds: exchange.microseconds(at: now), to: &text)
    if status != 0, ending != .completed, ending != .refused {
      text.append(copying: Self.gap)
      text += ending.rawValue.utf8
    }
    if let note = entry?.note ?? note {
      text.append(copying: Self.gap)
      Self.append(printable: note.utf8, to: &text)
    }
    text.append(UInt8(ascii: "\n"))
  }

  /// Adds the line of a request that a route has answered and of which nothing is odd; false where
  /// it is another.
  private func appendUsual(
    _ exchange: Exchange, _ entry: JournalEntry?, _ ending: Ending, at now: Moment,
    to text: inout [UInt8]
  ) -> Bool {
    let (status, tenths) = (exchange.status, Self.tenths(exchange.microseconds(at: now)))
    guard let entry, entry.note == nil, entry.session == nil, let words = entry.logWords,
      exchange.isTargetPlain, ending == .completed, !isColoured, (100..<1000).contains(status),
      Self.shortTimes.indices.contains(tenths)
    else { return false }
    let taken = Self.shortTimes[tenths]
    // The status, a blank, three gaps and the line feed.
    let rest = 3 + 1 + 3 * Self.gap.count + 1
    text.append(
      atMost: timeOfDay.count + entry.method.count + exchange.target.count + words.count
        + taken.count + rest
    ) { line in
      let zero = UInt8(ascii: "0")
      line.append(copying: timeOfDay)
      line.append(zero + UInt8(truncatingIfNeeded: status / 100))
      line.append(zero + UInt8(truncatingIfNeeded: status / 10 % 10))
      line.append(zero + UInt8(truncatingIfNeeded: status % 10))
      line.append(copying: Self.gap)
      line.append(copying: entry.method)
      line.append(UInt8(ascii: " "))
      line.append(copying: exchange.target)
      line.append(copying: Self.gap)
      line.append(copying: words)
      line.append(copying: Self.gap)
      line.append(copying: taken)
      line.append(UInt8(ascii: "\n"))
    }
    return true
  }

  /// The local time of day; all but the milliseconds is made once a second.
  private mutating func append(_ moment: Moment, to text: inout [UInt8]) {
    setTimeOfDay(moment)
    text.append(copying: timeOfDay)
  }

  private mutating func setTimeOfDay(_ moment: Moment) {
    // The same as that of the last line, mostly.
    if moment.nanoseconds &- shownFrom < shownFor { return }
    let time = wallTime(moment)
    let millisecond = time.nanoseconds / 1_000_000
    if time.seconds != second {
      timeOfDay = Array(time.timeOfDay.utf8) + Self.gap
    } else if millisecond != self.millisecond {
      let zero = UInt8(ascii: "0")
      let last = timeOfDay.count - Self.gap.count - 1
      timeOfDay[last] = zero + UInt8(millisecond % 10)
      timeOfDay[last - 1] = zero + UInt8(millisecond / 10 % 10)
      timeOfDay[last - 2] = zero + UInt8(millisecond / 100)
    }
    (second, self.millisecond) = (time.seconds, millisecond)
    let passed = UInt64(time.nanoseconds % 1_000_000)
    (shownFrom, shownFor) = (moment.nanoseconds &- passed, 1_000_000)
  }

  private func json(_ entry: LogEntry) -> JSON {
    switch entry {
    case .warning(let at, let text):
      ["time": .string(wallTime(at).iso8601), "warning": .string(text)]
    case .leftOut(let at, let count):
      ["time": .string(wallTime(at).iso8601), "leftOut": .int(count)]
    case .lost(let at, let count, let reason):
      [
        "time": .string(wallTime(at).iso8601), "lost": .int(count),
        "reason": .string(reason.description),
      ]
    case .request(let record):
      [
        "time": .string(wallTime(record.endedAt).iso8601),
        "method": .string(Self.text(record.method)),
        "target": .string(Self.text(record.target)),
        "status": record.status == 0 ? nil : .int(record.status),
        "session": record.session.map { .string($0) } ?? nil,
        "route": record.routed.map { .string($0.id.rawValue) } ?? nil,
        "variant": record.routed?.variant.map { .string($0) } ?? nil,
        "ending": .string(record.ending.rawValue),
        "milliseconds": .double(Double(record.microseconds) / 1000),
        "detail": record.note.map { .string($0) } ?? nil,
      ]
    }
  }
}

// MARK: - Pieces

extension LogLines {
  private static let gap = Array("  ".utf8)

  private enum Colour: Int {
    case red = 31
    case green, yellow
    case magenta = 35
    case cyan

    static let end = Array("\u{1B}[0m".utf8)
    var start: [UInt8] { Array("\u{1B}[\(rawValue)m".utf8) }

    static func of(_ status: Int) -> Colour {
      switch status {
      case 0: .magenta
      case ..<300: .green
      case ..<400: .cyan
      case ..<500: .yellow
      default: .red
      }
    }
  }

  private func paint(_ words: String, _ colour: Colour, _ text: inout [UInt8]) {
    if isColoured { text += colour.start }
    text += words.utf8
    if isColoured { text += Colour.end }
  }

  /// Milliseconds with one decimal, whole ones from ten on.
  private static func append(microseconds: Int, to text: inout [UInt8]) {
    let tenths = tenths(microseconds)
    if shortTimes.indices.contains(tenths) {
      text.append(copying: shortTimes[tenths])
    } else {
      append((tenths + 5) / 10, to: &text)
      text += " ms".utf8
    }
  }

  private static func tenths(_ microseconds: Int) -> Int { (microseconds + 50) / 100 }

  /// How long most requests take, in words: tenths of milliseconds, below ten.
  private static let shortTimes = (0..<100).map { Array("\($0 / 10).\($0 % 10) ms".utf8) }

  private static func append(_ number: Int, to text: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &text) }
    text.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private func wallTime(_ moment: Moment) -> WallTime {
    clock.wall.advanced(
      byNanoseconds: Int(Int64(bitPattern: moment.nanoseconds &- clock.moment.nanoseconds)))
  }

  /// Text of a request: what could move a terminal's cursor is written as `\xNN`.
  private static func append(printable bytes: some Collection<UInt8>, to text: inout [UInt8]) {
    guard bytes.contains(where: isOdd) else {
      text += bytes
      return
    }
    for byte in bytes {
      guard isOdd(byte) else {
        text.append(byte)
        continue
      }
      let digits = Array("0123456789abcdef".utf8)
      text += [
        UInt8(ascii: "\\"), UInt8(ascii: "x"), digits[Int(byte >> 4)], digits[Int(byte & 15)],
      ]
    }
  }

  /// Whether a byte is a control character, or part of what is no ASCII.
  private static func isOdd(_ byte: UInt8) -> Bool { byte < 0x20 || byte >= 0x7F }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
