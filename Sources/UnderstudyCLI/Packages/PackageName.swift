import Understudy

/// The name of a package that is made: a word that names modules of Swift too, such as `Shop`.
struct PackageName: Hashable {
  /// The name as it was given.
  let text: String

  /// The modules of this package: a package that depends on it may not have any of them again.
  static let takenModules = [
    "ExampleRoutes", "ExampleRoutesTests", "UnderstudyMain", "UnderstudyTests",
  ]

  /// Takes a name that begins with a capital letter and goes on with letters and digits.
  ///
  /// - Throws: ``CommandFailure`` with the status 64.
  init(_ text: String) throws(CommandFailure) {
    self.text = text
    guard Self.isWellFormed(text) else {
      let other = Self.mended(text)
      throw CommandFailure(
        .usage,
        "Name '\(text)' must be a capital letter and then letters and digits, for it names modules "
          + "of Swift." + (other.map { " Did you mean '\($0)'?" } ?? ""))
    }
    for module in [routes, main, tests] where Self.takenModules.contains(module) {
      throw CommandFailure(
        .usage, "Name '\(text)' is taken: Understudy itself has a module '\(module)'.",
        hint: "choose another; modules of one program have names of their own")
    }
  }

  /// The module of the routes.
  var routes: String { "\(text)Routes" }
  /// The module of the program.
  var main: String { "\(text)Main" }
  /// The module of the tests.
  var tests: String { "\(text)RoutesTests" }

  /// What the program is called: `MyShop` is `my-shop`.
  var program: String {
    var program = ""
    var wasSmall = false
    for character in text {
      if character.isUppercase, wasSmall { program += "-" }
      wasSmall = !character.isUppercase
      program += character.lowercased()
    }
    return program
  }

  private static func isWellFormed(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 64,
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
    else { return false }
    return text.utf8.allSatisfy(isLetterOrDigit)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    RouteID.isNameByte(byte) && byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_")
  }

  /// The name that was meant: `my-shop` is `MyShop`; nil where there is no telling.
  private static func mended(_ text: String) -> String? {
    let words = text.utf8.split { !isLetterOrDigit($0) }
    let name = words.map { word in
      let word = String(decoding: word, as: UTF8.self)
      return word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
    return isWellFormed(name) ? name : nil
  }
}
