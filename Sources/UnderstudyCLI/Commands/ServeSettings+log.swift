import Platform
import UnderstudyAPI
import UnderstudyServer

extension CommandRunner {
  /// Reads what options and environment say about the log.
  func readLog(
    _ options: OptionValues, into settings: inout MockServer.Settings
  ) throws(CommandFailure) {
    if let format = try options.choice(.log, MockServer.LogFormat.self) { settings.log = format }
    let size = try options.size(.logSize)
    guard let value = options.value(.logFile) else {
      guard let value = options.value(.logSize) else { return }
      throw CommandFailure(
        value.status, "\(value.origin) does nothing without '\(Setting.logFile.flag)'.",
        hint: "name a file with \(Setting.logFile.usage)")
    }
    if let value = options.value(.logSize), size == 0 {
      throw value.failure(mustBe: "a size above 0, such as 10M")
    }
    let file = try logFile(value.text, limit: size ?? Self.defaultLogSize, value.origin)
    settings.logSink = { file.write($0) }
  }

  /// How long a log may grow where nobody says so.
  static let defaultLogSize = Setting.logSize.defaultValue.flatMap(Quantity.size) ?? .max

  /// Opens a log.
  func logFile(
    _ path: String, limit: Int = .max, _ origin: String
  ) throws(CommandFailure) -> AppendedFile {
    do throws(SystemError) {
      return try AppendedFile(path, limit: limit)
    } catch {
      throw CommandFailure(
        .cannotCreate, "\(origin) names '\(path)', which cannot be written: \(error).",
        hint: "choose another file with \(Setting.logFile.flag)")
    }
  }
}
