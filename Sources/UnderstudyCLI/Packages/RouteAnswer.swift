import Platform
import Understudy
import UnderstudyAPI

/// What a new route answers with, as an outcome and as Swift has it.
struct RouteAnswer {
  let outcome: Outcome
  let swift: String
  /// The fixture that it serves; nil where it serves none.
  let fixture: Fixture?

  /// A fixture of a new route.
  struct Fixture {
    /// Its name, maybe with parameters.
    var name: String
    /// The file that is made; nil where there is one.
    var made: (name: String, text: String)?
  }

  /// The answer that the options ask for; where they ask for none, a fixture named after the route.
  ///
  /// - Parameters:
  ///   - options: the options.
  ///   - id: the route's id.
  ///   - method: its method.
  ///   - path: its whole path.
  ///   - folder: the folder of fixtures.
  /// - Throws: ``CommandFailure`` where an option is not what it should be.
  init(
    _ options: OptionValues, id: String, method: Method, path: String, fixtures folder: String
  ) throws(CommandFailure) {
    let status = try options.number(.newStatus, in: 200...599)
    let (text, file) = (options.value(.newJSON), options.value(.newFixture))
    if text != nil, file != nil {
      throw CommandFailure(
        .usage,
        "Options '\(Setting.newFixture.flag)' and '\(Setting.newJSON.flag)' exclude each other: "
          + "give one.")
    }
    var content: JSON = [:]
    if let text {
      guard let json = try? JSON(parsing: text.text) else {
        throw text.failure(mustBe: "JSON such as '{\"id\": 1}'")
      }
      if let literal = SwiftLiteral.json(json), literal.count <= Self.longest {
        self.init(.json(json), ".json(\(literal))", status, nil)
        return
      }
      // What does not go into a line of Swift is a file.
      content = json
    }
    if file == nil, text == nil, let status, [204, 205, 304].contains(status) {
      self.init(.status(status), ".status(\(status))", nil, nil)
      return
    }
    let name = file?.text ?? Self.name(id: id, method: method, path: path)
    let fixture = try Self.fixture(name, content, named: file, text, in: folder)
    let literal = SwiftLiteral.string(name)
    if name.contains("{") {
      self.init(
        .fixture(name, ifMissing: .variant(.notFound)),
        ".fixture(\(literal), ifMissing: .variant(.notFound))", status, fixture)
    } else {
      self.init(.fixture(name), ".fixture(\(literal))", status, fixture)
    }
  }

  private init(_ outcome: Outcome, _ swift: String, _ status: Int?, _ fixture: Fixture?) {
    self.outcome = status.map(outcome.status) ?? outcome
    self.swift = status.map { "\(swift).status(\($0))" } ?? swift
    self.fixture = fixture
  }

  /// How long JSON is at most that stands among the routes.
  private static let longest = 60

  /// `orders.list` serves `orders/list.json`; one that is asked for by a parameter at the end of its
  /// path has a file for each value.
  private static func name(id: String, method: Method, path: String) -> String {
    let parts = id.split(separator: ".")
    let folder = parts.dropLast().joined(separator: "/")
    if method == .get, let last = path.split(separator: "/").last, last.first == "{",
      last.last == "}", !last.contains(".")
    {
      let parameter = last.dropFirst().dropLast().prefix { $0 != ":" }
      return "\(folder)/{\(parameter)}.json"
    }
    return "\(folder)/\(parts.last ?? "").json"
  }

  private static func fixture(
    _ name: String, _ content: JSON, named file: OptionValues.Value?,
    _ text: OptionValues.Value?, in folder: String
  ) throws(CommandFailure) -> Fixture {
    // A file for the value 1 shows what the others are like.
    var sample = name
    while let open = sample.firstIndex(of: "{"), let close = sample[open...].firstIndex(of: "}") {
      sample.replaceSubrange(open...close, with: "1")
    }
    if RootedFolder(folder).signature(of: sample) != nil {
      // What was given has to be somewhere, and nothing is overwritten.
      if let text {
        throw CommandFailure(
          text.status,
          "\(text.origin) is too long for a line of Swift, and fixture '\(sample)' is there already.",
          hint: "name another with \(Setting.newFixture.usage), and put it there")
      }
      return Fixture(name: name)
    }
    if let file, !sample.hasSuffix(".json") {
      throw CommandFailure(
        file.status, "Fixture '\(sample)' does not exist in 'fixtures', and is none of JSON.",
        hint: "put it there first: what is made is an empty object of JSON")
    }
    let parts = sample.split(separator: "/", omittingEmptySubsequences: false)
    if let file, parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") }) {
      throw file.failure(mustBe: "the name of a file in 'fixtures', such as orders/list.json")
    }
    return Fixture(
      name: name,
      made: (sample, String(decoding: content.bytes(pretty: true), as: UTF8.self) + "\n"))
  }
}
