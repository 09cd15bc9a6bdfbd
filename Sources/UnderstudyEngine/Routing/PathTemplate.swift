/// A route's path: literal text and parameters, segment by segment.
///
/// ```swift
/// let template = try PathTemplate("/files/{name}.json")
/// let target = try Target(Array("/files/list.json".utf8))
/// template.parameters(in: target)?["name"]  // the bytes of "list"
/// ```
///
/// `{id}` takes one whole segment, `{id:int}` digits with an optional minus, `{id:uuid}` a UUID,
/// `{name}.json` part of a segment, and `{rest...}` all segments that are left. A parameter is
/// never empty. Text is written as it reads, not percent-encoded.
package struct PathTemplate: Sendable, Hashable {
  /// The template as it was written.
  package let text: String
  package let segments: [Segment]

  /// One segment of a template, from the most literal kind to the least.
  package enum Segment: Sendable, Hashable {
    case literal([UInt8])
    case narrowed(Narrowing, name: String)
    case mixed(MixedSegment)
    case free(name: String)
    case rest(name: String)
  }

  /// What a narrowed parameter takes.
  package enum Narrowing: String, Sendable, Hashable, CaseIterable {
    case int, uuid
  }

  /// Reads a template.
  ///
  /// - Throws: ``PathTemplateProblem``, the first that it meets.
  package init(_ text: String) throws(PathTemplateProblem) {
    self.text = text
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "/") else { throw .noLeadingSlash }
    if bytes.contains(UInt8(ascii: "?")) { throw .query }
    if bytes.contains(UInt8(ascii: "#")) { throw .fragment }
    var segments: [Segment] = []
    segments.reserveCapacity(bytes.count { $0 == UInt8(ascii: "/") })
    var names: [String] = []
    var start = 1
    while start <= bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
      let segment = try Segment(bytes[start..<end])
      if case .rest(let name) = segment, end < bytes.count { throw .restNotLast(name: name) }
      segments.append(segment)
      names += segment.names
      start = end + 1
    }
    self.segments = segments
    if names.count < 2 { return }
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw .repeatedParameter(name: name)
    }
  }

  /// The names of the parameters, from left to right.
  package var names: [String] { segments.flatMap(\.names) }

  /// The name of the parameter that takes all segments that are left.
  package var restName: String? {
    guard case .rest(let name) = segments.last else { return nil }
    return name
  }

  /// The decoded values of the parameters; nil where the target does not fit.
  package func parameters(in target: Target) -> [String: [UInt8]]? {
    let values = target.segments
    var parameters: [String: [UInt8]] = [:]
    for (index, segment) in segments.enumerated() {
      guard index < values.count else { return nil }
      let value = values[index]
      switch segment {
      case .literal(let text): guard value.elementsEqual(text) else { return nil }
      case .narrowed(let narrowing, let name):
        guard narrowing.takes(value) else { return nil }
        parameters[name] = Array(value)
      case .mixed(let mixed):
        guard let captured = mixed.match(value) else { return nil }
        for (name, value) in zip(mixed.names, captured) { parameters[name] = Array(value) }
      case .free(let name):
        guard !value.isEmpty else { return nil }
        parameters[name] = Array(value)
      case .rest(let name):
        let rest = values[index...].joined(separator: [UInt8(ascii: "/")])
        guard !value.isEmpty || values.count > index + 1 else { return nil }
        parameters[name] = Array(rest)
        return parameters
      }
    }
    return values.count == segments.count ? parameters : nil
  }
}

extension PathTemplate.Segment {
  /// The parameters of the segment.
  var names: [String] {
    switch self {
    case .literal: []
    case .narrowed(_, let name), .free(let name), .rest(let name): [name]
    case .mixed(let mixed): mixed.names
    }
  }
}

extension PathTemplate.Narrowing {
  /// Whether a decoded segment is of the kind.
  func takes(_ value: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .int:
      let digits = value.first == UInt8(ascii: "-") ? value.dropFirst() : value
      return !digits.isEmpty
        && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    case .uuid:
      guard value.count == 36 else { return false }
      return value.enumerated().allSatisfy { offset, byte in
        [8, 13, 18, 23].contains(offset)
          ? byte == UInt8(ascii: "-") : PercentEncoding.hexDigit(byte) != nil
      }
    }
  }
}
