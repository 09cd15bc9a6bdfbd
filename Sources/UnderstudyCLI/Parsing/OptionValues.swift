import Understudy
import UnderstudyAPI

/// What the options of one command line are set to: there, or in the environment.
struct OptionValues {
  private let given: [String: [String]]
  private let environment: (String) -> String?

  /// A value with the place that it comes from.
  struct Value: Hashable {
    var text: String
    /// The place, for messages: `Option '--port'`.
    var origin: String
    /// How a command ends that cannot use the value.
    var status: ExitStatus

    /// The failure that says what would be right.
    func failure(mustBe right: String) -> CommandFailure {
      CommandFailure(status, "\(origin) must be \(right), not '\(text)'.")
    }
  }

  init(_ given: [String: [String]], environment: @escaping (String) -> String?) {
    self.given = given
    self.environment = environment
  }

  /// All values of an option; the command line wins over the environment.
  func values(_ setting: Setting) -> [Value] {
    if let texts = given[setting.name] {
      return texts.map { Value(text: $0, origin: "Option '\(setting.flag)'", status: .usage) }
    }
    guard let name = setting.environment, let text = environment(name), !text.isEmpty else {
      return []
    }
    let texts: [String] =
      if case .many = setting.argument { text.split(separator: ",").map(String.init) } else {
        [text]
      }
    return texts.map {
      Value(text: $0, origin: "Environment variable '\(name)'", status: .configuration)
    }
  }

  /// The value of an option; nil where it has none.
  func value(_ setting: Setting) -> Value? { values(setting).first }

  /// The value of an option that means something else where it is left out.
  ///
  /// - Throws: ``CommandFailure`` where its environment variable is set and empty: what should have
  ///   filled it has failed.
  func filled(_ setting: Setting) throws(CommandFailure) -> Value? {
    if given[setting.name] == nil, let name = setting.environment, environment(name) == "" {
      throw CommandFailure(
        .configuration, "Environment variable '\(name)' is set, and empty.",
        hint: "set it to a value, or unset it")
    }
    return value(setting)
  }

  /// Whether an option without a value is set.
  func isOn(_ setting: Setting) throws(CommandFailure) -> Bool {
    guard given[setting.name] == nil else { return true }
    guard let value = value(setting) else { return false }
    switch value.text.lowercased() {
    case "1", "true", "yes", "on": return true
    case "0", "false", "no", "off": return false
    default: throw value.failure(mustBe: "1 or 0")
    }
  }

  /// A whole number.
  func number(_ setting: Setting, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
    guard let value = value(setting) else { return nil }
    guard let number = Int(value.text), range.contains(number) else {
      throw value.failure(
        mustBe: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A number of bytes, `65536`, `512K`, `64M` or `1G`.
  func size(_ setting: Setting) throws(CommandFailure) -> Int? {
    guard let value = value(setting) else { return nil }
    guard let size = Quantity.size(value.text) else {
      throw value.failure(mustBe: "a size such as 65536, 512K, 64M or 1G")
    }
    return size
  }

  /// A time of up to so many days, `2`, `2s` or `500ms`.
  func duration(_ setting: Setting, days: Int = 1) throws(CommandFailure) -> Duration? {
    guard let value = value(setting) else { return nil }
    guard let duration = Quantity.duration(value.text, days: days) else {
      let limit = days == 1 ? "a day" : "\(days) days"
      throw value.failure(mustBe: "a time of up to \(limit) such as 2, 2s or 500ms")
    }
    return duration
  }

  /// A number of seconds above 0, with a fraction too.
  func seconds(_ setting: Setting, upTo limit: Int) throws(CommandFailure) -> Double? {
    guard let value = value(setting) else { return nil }
    // As JSON writes numbers: what Swift reads too, such as 0x1p-3, is none.
    guard let seconds = JSON.Number(value.text)?.double, seconds > 0, seconds <= Double(limit)
    else { throw value.failure(mustBe: "a number of seconds above 0, up to \(limit)") }
    return seconds
  }

  /// One of a few words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ setting: Setting, _: Choice.Type
  ) throws(CommandFailure) -> Choice? {
    guard let value = value(setting) else { return nil }
    guard let choice = Choice(rawValue: value.text) else {
      let words = Choice.allCases.map { "'\($0.rawValue)'" }
      throw value.failure(mustBe: "one of \(words.joined(separator: ", "))")
    }
    return choice
  }

  /// Refuses options that go with another form of a command, such as `session new`.
  ///
  /// - Parameters:
  ///   - form: what was typed.
  ///   - homes: options that do not go with every form, with those that they go with.
  /// - Throws: ``CommandFailure`` with the status 64.
  func check(form: String, _ homes: [(setting: Setting, forms: [String])]) throws(CommandFailure) {
    for (setting, forms) in homes where given[setting.name] != nil && !forms.contains(form) {
      let right = forms.map { "'\($0)'" }.joined(separator: ", ")
      throw CommandFailure(
        .usage, "Option '\(setting.flag)' does not go with '\(form)', but with \(right).")
    }
  }
}

extension OptionValues {
  /// The port on which a daemon serves where the command line does not say so.
  var standardPort: Int {
    let port = Setting.port.environment.flatMap(environment).flatMap { Int($0) }
    return port ?? Setting.port.defaultValue.flatMap { Int($0) } ?? 0
  }
}
