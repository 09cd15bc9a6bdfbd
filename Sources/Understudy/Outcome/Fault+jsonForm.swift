extension Fault {
  /// The words of the faults in their JSON form.
  private enum Word: String, CaseIterable {
    case reset, emptyReply, malformedStatusLine, malformedHeader, truncatedBody, malformedChunk
    case stalledBody, resetBody, contentLengthMismatch, wrongEncoding, redirectLoop

    /// Whether `after` goes with it.
    var hasPlace: Bool {
      [.truncatedBody, .malformedChunk, .stalledBody, .resetBody].contains(self)
    }
  }

  /// The words of all faults.
  package static let names = Word.allCases.map(\.rawValue)
  /// The words of those that take `after`.
  package static let placedNames = Word.allCases.filter(\.hasPlace).map(\.rawValue)

  /// Its word in the JSON form, in listings and messages.
  package var name: String { word.rawValue }

  private var word: Word {
    switch self {
    case .reset: .reset
    case .emptyReply: .emptyReply
    case .malformedStatusLine: .malformedStatusLine
    case .malformedHeader: .malformedHeader
    case .truncatedBody: .truncatedBody
    case .malformedChunk: .malformedChunk
    case .stalledBody: .stalledBody
    case .resetBody: .resetBody
    case .contentLengthMismatch: .contentLengthMismatch
    case .wrongEncoding: .wrongEncoding
    case .redirectLoop: .redirectLoop
    }
  }

  /// How many bytes of the body come first; nil where it says nothing of that.
  package var after: Int? {
    switch self {
    case .truncatedBody(let after, _), .malformedChunk(let after), .stalledBody(let after),
      .resetBody(let after):
      after
    default: nil
    }
  }

  /// Whether its body comes in chunks, as it says.
  package var isChunked: Bool {
    if case .truncatedBody(_, let chunked) = self { chunked } else { false }
  }

  /// Puts it into the form of its outcome.
  func write(to form: inout JSON.Object) {
    form["fault"] = .string(name)
    if let after { form["after"] = .int(after) }
    if isChunked { form["chunked"] = true }
  }

  /// Reads the field `fault`, and `after` and `chunked` beside it.
  init(_ value: JSON, _ form: JSON.Object) throws(FormError) {
    let word: Word = try Outcome.choice(value, "fault")
    let after = try form["after"].map { (value) throws(FormError) in try Self.place(value, word) }
    if let value = form["chunked"] {
      guard word == .truncatedBody else {
        throw FormError(
          .outcome, field: "chunked",
          reason: "goes with the fault 'truncatedBody' only, not with '\(word.rawValue)'.")
      }
      try Outcome.requireTrue(value, "chunked")
    }
    switch word {
    case .reset: self = .reset
    case .emptyReply: self = .emptyReply
    case .malformedStatusLine: self = .malformedStatusLine
    case .malformedHeader: self = .malformedHeader
    case .truncatedBody: self = .truncatedBody(after: after, chunked: form["chunked"] != nil)
    case .malformedChunk: self = .malformedChunk(after: after)
    case .stalledBody: self = .stalledBody(after: after)
    case .resetBody: self = .resetBody(after: after)
    case .contentLengthMismatch: self = .contentLengthMismatch
    case .wrongEncoding: self = .wrongEncoding
    case .redirectLoop: self = .redirectLoop
    }
  }

  private static func place(_ value: JSON, _ word: Word) throws(FormError) -> Int {
    guard word.hasPlace else {
      let owners = placedNames.map { "'\($0)'" }.joined(separator: ", ")
      throw FormError(
        .outcome, field: "after",
        reason: "goes with the faults \(owners) only, not with '\(word.rawValue)'.")
    }
    guard let count = value.intValue, count >= 0 else {
      throw FormError(
        .outcome, field: "after",
        reason: "must be a whole number of bytes, 0 or more, not \(value.text).")
    }
    return count
  }
}
