import Foundation
import Testing

/// The page `docs/client.md`: its blocks of Swift, each with the block of text right behind it.
struct ClientPage {
  private(set) var blocks: [(swift: String, output: String?)] = []

  init() throws {
    let page = Self.root.appendingPathComponent("docs/client.md")
    var kind: Substring?
    var lines: [Substring] = []
    for line in try String(contentsOf: page, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    {
      guard line.hasPrefix("```") else {
        lines.append(line)
        continue
      }
      let text = lines.map { "\($0)\n" }.joined()
      switch kind {
      case "swift": blocks.append((text, nil))
      case "text": blocks[blocks.count - 1].output = text
      default: break
      }
      kind = kind == nil ? line.dropFirst(3) : nil
      lines = []
    }
  }

  /// What the page shows behind an example.
  func output(behind name: String) throws -> String? {
    let example = try #require(Self.examples()[name])
    return blocks.first { $0.swift == example }?.output
  }

  /// The examples in the files of the tests: what stands between `// example: NAME` and `// end`.
  static func examples() throws -> [String: String] {
    let places = [
      "UnderstudyClientTests/ClientPageExamples.swift",
      "UnderstudyInProcessTests/UsersUITests.swift",
    ]
    var examples: [String: String] = [:]
    for place in places {
      let file = root.appendingPathComponent("Tests/\(place)")
      var name: String?
      var indent = 0
      for line in try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      {
        let text = line.drop { $0 == " " }
        if text.hasPrefix("// example: ") {
          name = String(text.dropFirst("// example: ".count))
          indent = line.count - text.count
        } else if text == "// end" {
          name = nil
        } else if let name {
          // A crowded machine needs more patience than a page should ask for.
          let line = line.dropFirst(indent).replacing(
            "within: .seconds(600)", with: "within: .seconds(5)")
          examples[name, default: ""] += "\(line)\n"
        }
      }
    }
    return examples
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
