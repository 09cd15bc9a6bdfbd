import MicroHTTPD
import Platform
import Synchronization
import Understudy
import UnderstudyEngine

/// Writes a line for each request, from a thread of its own.
///
/// Lines are put into words at once, under the lock: that takes a third of a microsecond, and less than to
/// keep what they say and let go of it. Adding one never waits for the reader: while that is slow, lines
/// are left out and counted. So are those that cannot be written, as where the disk is full; the first
/// that can be says how many.
final class RequestLog: Sendable {
  private let format: MockServer.LogFormat
  private let time: any TimeSource
  private let sink: @Sendable ([UInt8]) -> StandardStream.Failure?
  private let troubles: Troubles
  private let isColoured: Bool
  private let state: Lock<State>
  private let bell = Bell()
  private let finished = Bell()
  private let hasStopped = Atomic<Bool>(false)

  /// How many bytes may wait for the reader.
  static let capacity = 1 << 19
  /// The most that is kept for the next lines once these are written.
  private static let keptCapacity = 1 << 17

  private struct State {
    /// Those that wait.
    var text: [UInt8] = []
    var lines: LogLines
    var leftOut = 0
  }

  init(
    _ format: MockServer.LogFormat, time: any TimeSource, _ troubles: Troubles,
    sink: (@Sendable ([UInt8]) -> StandardStream.Failure?)? = nil
  ) {
    self.format = format
    self.time = time
    self.troubles = troubles
    isColoured =
      sink == nil && StandardStream.error.isTerminal && Machine.environment("NO_COLOR") == nil
    self.sink = sink ?? { StandardStream.error.write($0) }
    let lines = LogLines(format: format, isColoured: isColoured)
    state = Lock(State(lines: lines))
    guard format != .off else { return }
    // Where there is no thread left, there is no log; the daemon serves all the same.
    _ = try? WorkerThread { [weak self] in
      var (lines, spare, lost) = (lines, [UInt8](), LostLines())
      while let self, self.writeNext(&lines, &spare, &lost) {}
    }
  }

  /// Adds an exchange that has ended.
  ///
  /// - Parameters:
  ///   - exchange: the exchange.
  ///   - entry: what the journal has of it; nil where that is nothing.
  ///   - ending: how it ended.
  ///   - now: when.
  func add(_ exchange: Exchange, _ entry: JournalEntry?, _ ending: Ending, at now: Moment) {
    guard format != .off else { return }
    let note = entry == nil ? exchange.attachment as? LogNote : nil
    if let note, note.isQuiet { return }
    if format == .json {
      add(.request(LogRecord(exchange, entry, ending, at: now, note: note?.text)))
    } else {
      add(at: now) { lines, text in
        lines.append(exchange, entry, ending, at: now, note: note?.text, to: &text)
      }
    }
  }

  /// Adds a line about something that is wrong.
  func add(warning: String) {
    guard format != .off else { return }
    add(.warning(time.now, warning))
  }

  /// Writes what waits, but not longer than half a second, and ends.
  func stop() {
    guard format != .off, !hasStopped.exchange(true, ordering: .acquiringAndReleasing) else {
      return
    }
    bell.notify()
    // A reader that never reads must not keep the daemon from ending.
    finished.wait(for: .milliseconds(500))
  }

  private func add(_ entry: LogEntry) {
    // What takes its time does not keep others waiting.
    var lines = LogLines(format: format, isColoured: isColoured)
    lines.setClock(time.now, .now)
    var line: [UInt8] = []
    lines.append(entry, to: &line)
    add(at: time.now) { _, text in text += line }
  }

  private func add(at now: Moment, _ append: (inout LogLines, inout [UInt8]) -> Void) {
    let isFirst = state.withLock { state in
      guard state.text.count < Self.capacity else {
        state.leftOut += 1
        return false
      }
      if state.lines.needsClock(at: now) { state.lines.setClock(time.now, .now) }
      let isFirst = state.text.isEmpty
      append(&state.lines, &state.text)
      return isFirst
    }
    if isFirst { bell.notify() }
  }

  /// Waits for lines and writes them; false when the log has ended.
  private func writeNext(
    _ lines: inout LogLines, _ spare: inout [UInt8], _ lost: inout LostLines
  ) -> Bool {
    bell.wait()
    // Lines that come close together are written together: waking for each would cost more than
    // answering does. Only the end of the log rings meanwhile.
    if !hasStopped.load(ordering: .acquiring) { bell.wait(for: .milliseconds(10)) }
    // Read before the lines are taken, so that none is added unseen.
    let isLast = hasStopped.load(ordering: .acquiring)
    // Two texts take turns: one is written while the other grows.
    let leftOut = state.withLock { state in
      swap(&state.text, &spare)
      defer { state.leftOut = 0 }
      return state.leftOut
    }
    lines.setClock(time.now, .now)
    if leftOut > 0 { lines.append(.leftOut(time.now, leftOut), to: &spare) }
    if !spare.isEmpty { write(spare, &lines, &lost) }
    if spare.capacity > Self.keptCapacity { spare = [] }
    spare.removeAll(keepingCapacity: true)
    if isLast { finished.notify() }
    return !isLast
  }

  private func write(_ text: [UInt8], _ lines: inout LogLines, _ lost: inout LostLines) {
    var whole = text
    if let reason = lost.reason {
      whole = lost.isCut ? [UInt8(ascii: "\n")] : []
      lines.append(.lost(time.now, lost.count, reason), to: &whole)
      whole += text
    }
    guard let failure = sink(whole) else {
      if lost.reason != nil { troubles.ended(.log) }
      lost = LostLines()
      return
    }
    lost.add(failure, of: whole, lines: text.count { $0 == UInt8(ascii: "\n") })
    troubles.began(
      .log,
      "The log cannot be written: \(failure.reason). Its lines are lost until it can: see to the "
        + "space on its disk.")
  }
}

/// The lines that could not be written since the last that could.
private struct LostLines {
  var count = 0
  /// Why; nil where there are none.
  var reason: SystemError?
  /// Whether the last line was written in part.
  var isCut = false

  mutating func add(_ failure: StandardStream.Failure, of text: [UInt8], lines: Int) {
    let written = text.prefix(failure.written)
    if let last = written.last { isCut = last != UInt8(ascii: "\n") }
    // The first lines may be those that tell of earlier losses, which then are none any more.
    let told = text.count { $0 == UInt8(ascii: "\n") } - lines
    let whole = written.count { $0 == UInt8(ascii: "\n") }
    if told > 0, whole >= told { count = 0 }
    count += lines - max(0, whole - told)
    reason = failure.reason
  }
}

/// What the log keeps of a call that is none of the mocks'.
final class LogNote: Sendable {
  let text: String
  /// Whether the request is not worth a line, as health checks are not.
  let isQuiet: Bool

  init(_ text: String, isQuiet: Bool = false) {
    self.text = text
    self.isQuiet = isQuiet
  }
}

/// One line before it is put into words.
enum LogEntry: Sendable {
  case request(LogRecord)
  case warning(Moment, String)
  case leftOut(Moment, Int)
  /// So many could not be written, for this reason.
  case lost(Moment, Int, SystemError)
}

/// A request that has ended, as JSON tells of it.
struct LogRecord: Sendable {
  let endedAt: Moment
  let microseconds: Int
  let method: [UInt8]
  let target: [UInt8]
  let status: Int
  let ending: Ending
  let routed: JournalEntry.Routed?
  /// The id of its session; nil where it is none's.
  let session: String?
  let note: String?

  init(
    _ exchange: Exchange, _ entry: JournalEntry?, _ ending: Ending, at now: Moment, note: String?
  ) {
    endedAt = now
    microseconds = exchange.microseconds(at: now)
    method = exchange.method
    target = exchange.target
    status = exchange.status
    self.ending = ending
    routed = entry?.routed
    session = entry?.session
    self.note = entry?.note ?? note
  }
}

extension Exchange {
  /// How long it has taken, in microseconds.
  func microseconds(at now: Moment) -> Int {
    Int((now.nanoseconds &- startedAt.nanoseconds) / 1000)
  }
}
