import Understudy

/// Text with placeholders, read once and filled for each request.
///
/// Between its placeholders all bytes stay as they were written: a fixture keeps its spaces, its
/// key order and its digits.
struct Template: Sendable {
  /// The parts, from left to right.
  var pieces: [Piece] = []
  /// What is wrong with it, each with the place of its braces.
  var problems: [(problem: PlaceholderProblem, offset: Int)] = []

  /// One part.
  enum Piece: Sendable, Hashable {
    case literal([UInt8])
    case value(Placeholder, Style)
  }

  /// How a value is written.
  enum Style: Sendable, Hashable {
    /// As it is.
    case text
    /// Inside a JSON string, escaped.
    case insideString
    /// In the place of a whole JSON string, with its type.
    case wholeString
  }

  /// How its bytes are read.
  enum Syntax: Sendable, Hashable {
    /// Placeholders stand anywhere.
    case text
    /// Placeholders stand in strings that are not keys; the bytes are valid JSON.
    case json
  }

  /// Reads bytes; what is wrong is found in ``problems``.
  init(_ bytes: [UInt8], _ syntax: Syntax, _ scope: PlaceholderScope) {
    guard Self.mayHavePlaceholders(bytes) else {
      pieces = [.literal(bytes)]
      return
    }
    var reader = TemplateReader(bytes, scope)
    reader.read(syntax)
    (pieces, problems) = (reader.pieces, reader.problems)
  }

  /// Whether no request has a part in it.
  var isFixed: Bool {
    pieces.allSatisfy { piece in
      if case .literal = piece { true } else { false }
    }
  }

  /// Whether it takes a value out of the request's body.
  var readsBody: Bool {
    pieces.contains { piece in
      if case .value(.body, _) = piece { true } else { false }
    }
  }

  /// Whether a request decides about the kind of a JSON value in it.
  var hasValuesOfAnyKind: Bool {
    pieces.contains { piece in
      if case .value(.body, .wholeString) = piece { true } else { false }
    }
  }

  /// The bytes for a request.
  ///
  /// - Parameters:
  ///   - filling: the values of the request.
  ///   - escape: what is made of a value that stands in text.
  /// - Returns: the bytes.
  func filled(
    by filling: Filling, escape: (_ value: [UInt8]) -> [UInt8] = { $0 }
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .literal(let text): bytes += text
      case .value(let placeholder, .text): bytes += escape(filling.text(of: placeholder))
      case .value(let placeholder, .wholeString):
        bytes += filling.value(of: placeholder).bytes()
      case .value(let placeholder, .insideString):
        let text = String(decoding: filling.text(of: placeholder), as: UTF8.self)
        bytes += JSON.string(text).bytes().dropFirst().dropLast()
      }
    }
    return bytes
  }

  /// Whether bytes have `{{` at all, which costs less to ask than to read them.
  static func mayHavePlaceholders(_ bytes: [UInt8]) -> Bool {
    TemplateReader.pair(UInt8(ascii: "{"), in: bytes, bytes.indices) != nil
  }
}
