import Platform
import TestSupport
import Understudy

/// docs/matching.md, as the examples and what the daemon says of them make it.
enum MatchingPage {
  static let name = "matching.md"

  static func text() throws -> String {
    var text = MatchingExamples.opening
    for section in MatchingExamples.sections {
      text += "\n## \(section.heading)\n\n\(section.text)\n"
      for example in section.examples { text += try self.text(of: example) }
    }
    return text
  }

  private static func text(of example: PageExample) throws -> String {
    var commands: [String] = []
    var miss: String?
    try example.sending { _, replies in
      for ((request, _), (reply, end)) in zip(example.requests, replies) {
        commands.append("\(request.curl)  # \(reply.status)")
        switch end {
        case .fits: break
        case .misses: miss = differences(reply)
        case .answer(let answer): commands[commands.count - 1] += ": \(answer)"
        }
      }
    }
    var parts = ["### \(example.title)"]
    if !example.note.isEmpty { parts.append(wrapped(example.note)) }
    parts.append(block("swift", try code(at: example.place)))
    parts.append(block("sh", commands.joined(separator: "\n")))
    if let miss { parts.append(block("json", miss)) }
    if let form = example.form { parts.append("In a verification: `\"where\": \(form.text)`") }
    return "\n" + parts.joined(separator: "\n\n") + "\n"
  }

  /// What the nearest route has against a request, as the answer shows it.
  private static func differences(_ reply: RawReply) -> String {
    let found = reply.json?["nearest"]?[0]?["differences"] ?? []
    let shown = found.arrayValue?.count == 1 ? found[0] ?? found : found
    return String(decoding: shown.bytes(pretty: true), as: UTF8.self)
  }

  private static func block(_ kind: String, _ text: String) -> String {
    "```\(kind)\n\(text)\n```"
  }

  /// The declaration that begins at a line, with its modifiers.
  private static func code(at place: SourcePlace) throws -> String {
    let lines = try sourceLines(of: place).dropFirst(place.line - 1)
    var code: [String] = []
    var depth = 0
    for (line, next) in zip(lines, lines.dropFirst()) {
      code.append(line)
      depth += line.count { "([{".contains($0) } - line.count { ")]}".contains($0) }
      if depth <= 0, next.first(where: { $0 != " " }) != "." || line.hasSuffix(",") { break }
    }
    let indentation = code.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    var text = code.map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
    if text.hasSuffix(",") { text.removeLast() }
    return text
  }

  private static func sourceLines(of place: SourcePlace) throws -> [String] {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let name = place.fileID.split(separator: "/").last.map(String.init) ?? ""
    let bytes = try RootedFolder("/\(folder)").read(name).bytes
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func wrapped(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].count + word.count > 98 { lines.append("") }
      lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? "\(word)" : " \(word)"
    }
    return lines.joined(separator: "\n")
  }
}
