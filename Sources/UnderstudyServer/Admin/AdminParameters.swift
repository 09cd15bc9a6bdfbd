import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// The query parameters of an admin call, decoded as those of mocks are, and checked: what a
/// resource does not take is refused, not ignored.
struct AdminParameters {
  private let pairs: [(name: String, value: [UInt8])]

  /// Reads a query.
  ///
  /// - Parameters:
  ///   - query: the decoded pairs.
  ///   - known: the names that the resource takes; one that ends in `.*` takes all that begin so,
  ///     also several times.
  /// - Throws: ``Problem`` where there is another, or one twice.
  init(_ query: [QueryPairs.Pair], known: [String]) throws(Problem) {
    var pairs: [(name: String, value: [UInt8])] = []
    for pair in query {
      let name = ShownText.text(pair.name[...])
      let value = pair.value ?? []
      let isOpen = known.contains { $0.hasSuffix(".*") && name.hasPrefix($0.dropLast()) }
      guard isOpen || known.contains(name) else { throw Self.unknown(name, known) }
      guard isOpen || !pairs.contains(where: { $0.name == name }) else {
        throw Problem(400, .invalidField, "The query parameter '\(name)' stands there twice.")
      }
      pairs.append((name, value))
    }
    self.pairs = pairs
  }

  /// The value of a parameter; nil where it is left out.
  func text(_ name: String) -> String? { bytes(name).map { ShownText.whole($0[...]) } }

  /// The value of a parameter, undecoded text too; nil where it is left out.
  func bytes(_ name: String) -> [UInt8]? { pairs.first { $0.name == name }?.value }

  /// What follows a prefix in names, with the values.
  func all(below prefix: String) -> [(name: String, value: [UInt8])] {
    pairs.filter { $0.name.hasPrefix(prefix) }.map {
      (String($0.name.dropFirst(prefix.count)), $0.value)
    }
  }

  /// A whole number.
  func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = text(name) else { return nil }
    guard let number = Int(digits: text), range.contains(number) else {
      let right =
        range.upperBound == .max
        ? "a whole number from \(range.lowerBound) on"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
      throw Self.wrong(name, right, text)
    }
    return number
  }

  /// A time in seconds, also with a fraction.
  func seconds(_ name: String, upTo limit: Int) throws(Problem) -> Duration? {
    guard let text = text(name) else { return nil }
    // As JSON writes numbers: what Swift reads too, such as 0x1p-3, is none.
    guard let seconds = (try? JSON(parsing: Array(text.utf8)))?.doubleValue,
      (0...Double(limit)).contains(seconds)
    else {
      throw Self.wrong(name, "a number of seconds from 0 to \(limit)", text)
    }
    return .milliseconds(Int(seconds * 1000))
  }

  /// One of a few words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _: Choice.Type
  ) throws(Problem) -> Choice? {
    guard let text = text(name) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    throw Problem(
      400, .invalidField,
      "The query parameter '\(name)' must be \(words.map { "'\($0)'" }.joined(separator: ", ")), "
        + "not '\(text)'.\(Spelling.suggestion(for: text, among: words))")
  }

  /// A value that is not what it should be.
  static func wrong(_ name: String, _ right: String, _ text: String) -> Problem {
    Problem(400, .invalidField, "The query parameter '\(name)' must be \(right), not '\(text)'.")
  }

  private static func unknown(_ name: String, _ known: [String]) -> Problem {
    var detail = "The query parameter '\(name)' is not known here."
    if !known.isEmpty {
      detail += Spelling.suggestion(for: name, among: known)
      detail += " Known: \(known.map { "'\($0)'" }.joined(separator: ", "))."
    }
    return Problem(400, .unknownField, detail)
  }
}

extension FixedWidthInteger {
  /// Reads digits and nothing else; `Int("+5")` is a number too.
  init?(digits text: String) {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    self.init(text)
  }
}

/// The words of a parameter that is true or false.
enum Truth: String, CaseIterable {
  case yes = "true"
  case no = "false"
}
