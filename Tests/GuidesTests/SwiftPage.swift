import Foundation

/// A text with blocks of Swift that stand in compiled files too: a page of `docs/`, or the comments of
/// a module.
///
/// A block may leave lines out: it has a line `…` or `// …` for them. The first and the last line of
/// each part are whole.
struct SwiftPage {
  /// The blocks.
  private(set) var blocks: [String] = []

  /// The root of the package.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Reads a page, by its place in the package.
  init(page path: String) throws {
    let file = Self.root.appendingPathComponent(path)
    read(try Self.lines(of: file).map { $0[...] })
  }

  /// Reads the documentation comments of a folder's files.
  init(commentsOf folder: String) throws {
    for file in try Self.files(in: folder) {
      read(
        try Self.lines(of: file).map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("///") }
          .map { $0.dropFirst(3) }.map { $0.hasPrefix(" ") ? $0.dropFirst() : $0 })
    }
  }

  /// The blocks that do not stand in the files of some folders.
  func strangers(to folders: [String]) throws -> [String] {
    let files = try folders.flatMap(Self.files).map(Self.lines)
    return blocks.filter { block in
      !files.contains { file in Self.parts(of: block).allSatisfy { Self.has($0, file) } }
    }
  }

  private mutating func read(_ lines: [Substring]) {
    var block: String?
    for line in lines {
      if let text = block {
        block = line == "```" ? nil : text + line + "\n"
        if block == nil { blocks.append(text) }
      } else if line == "```swift" {
        block = ""
      }
    }
  }

  /// A block without the lines that it leaves out.
  private static func parts(of block: String) -> [[String]] {
    block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
      .split { ["…", "// …"].contains($0.drop { $0 == " " }) }.map(Array.init)
  }

  /// Whether lines stand in a file, one behind the other, indented as a whole.
  private static func has(_ part: [String], _ file: [String]) -> Bool {
    file.indices.contains { start in
      guard start + part.count <= file.count else { return false }
      let places = zip(part, file[start...]).filter { !$0.0.isEmpty || !$0.1.isEmpty }
      guard let indent = places.first.map({ $0.1.count - $0.0.count }), indent >= 0 else {
        return false
      }
      let margin = String(repeating: " ", count: indent)
      return places.allSatisfy { $0.1 == margin + $0.0 }
    }
  }

  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func files(in folder: String) throws -> [URL] {
    let url = root.appendingPathComponent(folder)
    guard folder.hasSuffix(".swift") == false else { return [url] }
    return try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
      .filter { $0.hasSuffix(".swift") }.map { url.appendingPathComponent($0) }
  }
}
