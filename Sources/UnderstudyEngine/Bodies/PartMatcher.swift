import Understudy

/// A ``PartRule``, compiled.
struct PartMatcher: Sendable {
  let name: [UInt8]
  let isOptional: Bool
  /// What the filename must be; nil where there must be none.
  private let filename: ValueMatcher?
  private let contentType: ValueMatcher?
  private let size: ClosedRange<Int>?
  private let content: Content

  private enum Content: Sendable {
    case free
    case value(ValueMatcher)
    case json(JSONMatcher)
    case bytes([UInt8])
  }

  init(_ rule: PartRule) {
    name = Array(rule.name.utf8)
    isOptional = rule.isOptional
    filename = rule.filename.map(ValueMatcher.init)
    contentType = rule.contentType.map { ValueMatcher($0.asMediaType) }
    size = rule.size
    content =
      switch rule.content {
      case .free: .free
      case .value(let rule): .value(ValueMatcher(rule))
      case .json(let rule): .json(JSONMatcher(rule, isExact: true))
      case .bytes(let bytes): .bytes(bytes)
      }
  }

  /// What the rule asks for, where its part is missing.
  var words: String { filename == nil ? "a field" : "a file" }

  /// Whether all that the rule says holds of a part.
  func fits(_ part: BodyPart) -> Bool {
    guard filenameVerdict(part) == .fits,
      contentType.map({ $0.takes(part.mediaType[...]) == .fits }) ?? true,
      size?.contains(part.content.count) ?? true
    else { return false }
    switch content {
    case .free: return true
    case .value(let rule):
      guard case .success(let text) = part.text else { return false }
      return rule.takes(text[...]) == .fits
    case .json(let matcher):
      guard case .success(let value) = part.json else { return false }
      return matcher.fits(value)
    case .bytes(let bytes): return part.content.elementsEqual(bytes)
    }
  }

  private func filenameVerdict(_ part: BodyPart) -> ValueMatcher.Verdict {
    guard let filename else { return part.filename == nil ? .fits : .differs }
    return filename.verdict(on: part.filename.map { [$0[...]] } ?? [], .pairs)
  }

  /// Adds in what a part does not fit.
  ///
  /// - Parameters:
  ///   - part: the part.
  ///   - label: what the part is called in the differences.
  ///   - list: takes the differences.
  func addDifferences(of part: BodyPart, _ label: String, to list: inout DifferenceList) {
    let verdict = filenameVerdict(part)
    if verdict != .fits {
      list.label = "\(label).filename"
      list.add(
        expected: filename?.clippedWords,
        actual: verdict == .tooCostly
          ? "pattern too costly" : part.filename.map { ShownText.clipped($0) })
    }
    if let contentType {
      list.label = "\(label).content-type"
      list.addText(part.mediaType[...], contentType)
    }
    if let size, !size.contains(part.content.count) {
      list.label = "\(label).size"
      list.add(expected: size.words, actual: ShownText.length(part.content.count))
    }
    list.label = label
    switch content {
    case .free: break
    case .value(let rule):
      switch part.text {
      case .success(let text): list.addText(text[...], rule)
      case .failure(let fault): list.add(fault, expected: rule.clippedWords)
      }
    case .json(let matcher):
      switch part.json {
      case .success(let value): matcher.addDifferences(of: value, to: &list)
      case .failure(let fault): list.add(fault, expected: "JSON")
      }
    case .bytes(let bytes): list.addBytes(part.content, expected: bytes)
    }
    list.label = nil
  }

  /// Whether surely no part fits both.
  func excludes(_ other: PartMatcher) -> Bool {
    func differ(_ one: ValueMatcher?, _ another: ValueMatcher?) -> Bool {
      guard let one, let another else { return false }
      return one.excludes(another, .pairs)
    }
    if name != other.name { return true }
    if filename == nil, let otherName = other.filename, !otherName.takesAbsence { return true }
    if other.filename == nil, let filename, !filename.takesAbsence { return true }
    if differ(filename, other.filename) || differ(contentType, other.contentType) { return true }
    if let size, let otherSize = other.size, !size.overlaps(otherSize) { return true }
    return switch (content, other.content) {
    case (.value(let one), .value(let another)): one.excludes(another, .pairs)
    case (.json(let one), .json(let another)): one.excludes(another)
    case (.bytes(let one), .bytes(let another)): one != another
    default: false
    }
  }
}

extension BodyPart {
  /// The content as UTF-8 text, decoded by the charset that the part names.
  var text: Result<[UInt8], BodyFault> {
    Result { () throws(BodyFault) in
      try Charset.decode(content, label: contentType?["charset"])
    }
  }

  /// The content as JSON.
  var json: Result<JSON, BodyFault> { BodyContent.parseJSON(Array(content)) }
}

extension ClosedRange<Int> {
  fileprivate var words: String {
    if lowerBound == upperBound { return ShownText.length(lowerBound) }
    return upperBound == .max
      ? "at least \(ShownText.length(lowerBound))" : "\(lowerBound) to \(upperBound) bytes"
  }
}

extension ValueRule {
  /// The same with media types in small letters and without parameters, as they are compared.
  fileprivate var asMediaType: ValueRule {
    switch self {
    case .equals(let text):
      .equals(String(decoding: HeaderParameters(Array(text.utf8)[...]).essence, as: UTF8.self))
    case .oneOf(let rules): .oneOf(rules.map(\.asMediaType))
    case .optional(let rule): .optional(rule.asMediaType)
    default: self
    }
  }
}
