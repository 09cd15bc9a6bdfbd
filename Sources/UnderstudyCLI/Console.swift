import Platform
import Understudy

/// What a command sees of the terminal and the environment; tests give it another.
struct Console: Sendable {
  /// Writes text to standard output.
  var output: @Sendable (String) -> Void
  /// Writes text to standard error.
  var error: @Sendable (String) -> Void
  /// A variable of the environment.
  var environment: @Sendable (String) -> String?
  /// Whether what goes to standard output may be coloured.
  var isColoured: Bool
  /// Writes bytes that are no text to standard output.
  var outputBytes: @Sendable ([UInt8]) -> Void = { StandardStream.output.write($0) }

  /// Lets the process be ended by who interrupts it, or no longer reads what it writes.
  var allowTermination: @Sendable () -> Void = {}

  /// The terminal and environment of this process.
  static var standard: Console {
    Console(
      output: { StandardStream.output.write($0) },
      error: { StandardStream.error.write($0) },
      environment: { Machine.environment($0) },
      // Set to anything but nothing, it means no colour (no-color.org).
      isColoured: StandardStream.output.isTerminal
        && (Machine.environment("NO_COLOR") ?? "").isEmpty,
      allowTermination: { Signals.allowTermination() })
  }

  /// Prints JSON for programs, in lines.
  func print(_ json: JSON) {
    output(String(decoding: json.bytes(pretty: true), as: UTF8.self) + "\n")
  }

  /// Text in a colour, where there is colour.
  func coloured(_ text: String, _ colour: Colour) -> String {
    isColoured ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The few ways in which output is set apart (ECMA-48, 8.3.117).
  enum Colour: Int {
    case bold = 1
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case magenta = 35
    case cyan = 36
  }
}
