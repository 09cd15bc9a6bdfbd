import Platform
import Understudy

/// The fixtures of this repository, wherever the tests run.
enum ExampleFixtures {
  static let folder = RootedFolder(
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
      .joined(separator: "/") + "/fixtures")

  static func json(_ name: String) throws -> JSON {
    try JSON(parsing: folder.read(name).bytes)
  }

  /// The values of a key, wherever it stands in a document.
  static func values(of key: String, in json: JSON) -> [JSON] {
    switch json {
    case .object(let members):
      members.flatMap { name, value in
        (name == key ? [value] : []) + values(of: key, in: value)
      }
    case .array(let elements): elements.flatMap { values(of: key, in: $0) }
    default: []
    }
  }
}
