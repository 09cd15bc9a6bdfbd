import MicroHTTPD
import Platform
import Understudy
import UnderstudyEngine

/// Puts log entries into words.
struct LogLines: Sendable {
  var format: MockServer.LogFormat
  var isColoured: Bool

  /// The line of an entry, with its line feed.
  func bytes(of entry: LogEntry) -> [UInt8] {
    Array((format == .json ? json(entry).text : text(entry)).utf8) + [UInt8(ascii: "\n")]
  }

  private func text(_ entry: LogEntry) -> String {
    switch entry {
    case .warning(let at, let text): "\(at.timeOfDay)  \(paint("warning", 33)): \(Self.printable(text))"
    case .leftOut(let at, let count):
      "\(at.timeOfDay)  \(paint("\(count) lines were left out", 33)): the reader of the log is slow"
    case .request(let record): text(record)
    }
  }

  private func text(_ record: LogRecord) -> String {
    let result = record.status == 0 ? record.ending.rawValue : "\(record.status)"
    var line =
      "\(record.at.timeOfDay)  \(paint(result, colour(record)))  \(Self.printable(record.method)) \(Self.printable(record.target))"
    if let plan = record.plan { line += "  \(plan.routeID) \(plan.variant)" }
    line += "  \(Self.milliseconds(record.duration)) ms"
    if record.status != 0, record.ending != .completed, record.ending != .refused {
      line += "  \(record.ending.rawValue)"
    }
    if let note = record.note { line += "  \(Self.printable(note))" }
    return line
  }

  private func json(_ entry: LogEntry) -> JSON {
    switch entry {
    case .warning(let at, let text):
      ["time": .string(at.iso8601), "warning": .string(text)]
    case .leftOut(let at, let count):
      ["time": .string(at.iso8601), "leftOut": .int(count)]
    case .request(let record):
      [
        "time": .string(record.at.iso8601), "method": .string(Self.printable(record.method)),
        "target": .string(Self.printable(record.target)),
        "status": record.status == 0 ? nil : .int(record.status),
        "route": record.plan.map { .string($0.routeID.rawValue) } ?? nil,
        "variant": record.plan.map { .string($0.variant) } ?? nil,
        "ending": .string(record.ending.rawValue),
        "milliseconds": .double(Double(Self.microseconds(record.duration)) / 1000),
        "detail": record.note.map { .string($0) } ?? nil,
      ]
    }
  }

  private func colour(_ record: LogRecord) -> Int {
    switch record.status {
    case 0: 35
    case ..<300: 32
    case ..<400: 36
    case ..<500: 33
    default: 31
    }
  }

  private func paint(_ text: String, _ colour: Int) -> String {
    isColoured ? "\u{1B}[\(colour)m\(text)\u{1B}[0m" : text
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let tenths = (microseconds(duration) + 50) / 100
    return tenths >= 100 ? "\((tenths + 5) / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func microseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }

  /// Bytes of a request as text that cannot move a terminal's cursor.
  static func printable(_ bytes: some Sequence<UInt8>) -> String {
    let text = String(decoding: Array(bytes), as: UTF8.self)
    return printable(text)
  }

  private static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.map { scalar in
      isControl(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}
