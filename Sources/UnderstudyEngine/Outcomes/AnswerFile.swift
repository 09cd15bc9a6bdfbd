package import Platform

/// A file, or the beginning of it, that is the body of an answer.
package struct AnswerFile: Sendable {
  /// The file, as long as the answer is sent.
  package let file: OpenFile
  /// The part that is sent.
  package var range: Range<Int>

  init(_ file: OpenFile) {
    self.file = file
    range = 0..<file.size
  }
}

extension AnswerFile: Hashable {
  /// Whether both are the same part of one opened file.
  package static func == (one: AnswerFile, other: AnswerFile) -> Bool {
    one.file === other.file && one.range == other.range
  }

  /// Hashes which file was opened, not what it holds.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(file))
    hasher.combine(range)
  }
}
