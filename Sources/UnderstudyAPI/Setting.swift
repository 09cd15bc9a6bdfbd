/// One option of the command line, with its twin in the environment.
///
/// Parsing, help and documentation are made from the tables of ``Setting/serve`` and
/// ``Setting/connection``, so that a name or a default stands in one place.
public struct Setting: Sendable, Hashable {
  /// What may follow the option.
  public enum Argument: Sendable, Hashable {
    /// Nothing: the option is given or not.
    case none
    /// One value; the text is its placeholder in help.
    case one(String)
    /// One value each time, and the option may be repeated. In the environment commas part them.
    case many(String)
  }

  /// The name without dashes, such as `admin-port`.
  public var name: String
  /// What follows it.
  public var argument: Argument
  /// The value that holds where none is given, as it would be written; nil where there is none.
  public var defaultValue: String?
  /// One line that says what it does.
  public var help: String
  /// The variable of the environment, such as `UNDERSTUDY_ADMIN_PORT`; nil where it has none.
  public var environment: String?
  /// A shorter way to type it, such as `-f`; nil where there is none.
  public var short: String?

  /// An option of the command line alone.
  public init(
    _ name: String, _ argument: Argument = .none, default defaultValue: String? = nil,
    environment: String? = nil, short: String? = nil, help: String
  ) {
    self.name = name
    self.argument = argument
    self.defaultValue = defaultValue
    self.help = help
    self.environment = environment
    self.short = short
  }

  /// The option as it is typed, such as `--admin-port`.
  public var flag: String { "--\(name)" }

  /// An option whose twin is made from its name: `admin-port` is `UNDERSTUDY_ADMIN_PORT`.
  static func twinned(
    _ name: String, _ argument: Argument = .none, default defaultValue: String? = nil, help: String
  ) -> Setting {
    let words = String(name.map { $0 == "-" ? "_" : $0 }).uppercased()
    return Setting(
      name, argument, default: defaultValue, environment: "UNDERSTUDY_\(words)", help: help)
  }

  /// The option with its placeholder, such as `--admin-port N`.
  public var usage: String {
    switch argument {
    case .none: flag
    case .one(let placeholder), .many(let placeholder): "\(flag) \(placeholder)"
    }
  }
}
