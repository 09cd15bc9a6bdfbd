import Understudy

extension Difference {
  /// The difference in words, without a full stop: `query 'page' is '2', expected 1`.
  package var sentence: String { words.text }

  /// The same without values: `header 'Authorization' differs`.
  package var discreetSentence: String { words.discreetText }

  private var words: DifferenceSentence {
    DifferenceSentence(part: part.rawValue, name: name, expected: expected, actual: actual)
  }

  /// The beginning of a text that would make a sentence too long to read.
  package static func clipped(_ text: String) -> String { DifferenceSentence.clipped(text) }
}
