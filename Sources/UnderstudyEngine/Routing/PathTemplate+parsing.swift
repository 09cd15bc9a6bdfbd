import Understudy

extension PathTemplate.Segment {
  /// Reads one segment of a template.
  init(_ bytes: ArraySlice<UInt8>) throws(PathTemplateProblem) {
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    if !bytes.contains(where: { $0 == open || $0 == close }) {
      let text = Array(bytes)
      try Self.refuseEncoding(in: text)
      self = .literal(text)
      return
    }
    let text = Substring(decoding: bytes, as: UTF8.self)
    var literals: [[UInt8]] = [[]]
    var parameters: [Substring] = []
    var rest = text.utf8
    while let brace = rest.firstIndex(where: { $0 == open || $0 == close }) {
      guard rest[brace] == open, let end = rest[brace...].firstIndex(of: close) else {
        throw .unbalancedBrace(segment: String(text))
      }
      literals[literals.count - 1] += Array(rest[..<brace])
      parameters.append(Substring(rest[rest.index(after: brace)..<end]))
      literals.append([])
      rest = rest[rest.index(after: end)...]
    }
    literals[literals.count - 1] += Array(rest)
    for literal in literals { try Self.refuseEncoding(in: literal, segment: text) }

    if parameters.count == 1, literals.allSatisfy({ $0.isEmpty }) {
      self = try Self(parameter: parameters[0])
      return
    }
    for literal in literals.dropFirst().dropLast() where literal.isEmpty {
      throw .adjacentParameters(segment: String(text))
    }
    for parameter in parameters { try Self.checkName(parameter, mixed: String(text)) }
    self = .mixed(MixedSegment(literals: literals, names: parameters.map(String.init)))
  }

  /// Reads what stands between the braces of a segment that is one parameter.
  private init(parameter: Substring) throws(PathTemplateProblem) {
    if parameter.hasSuffix("...") {
      let name = parameter.dropLast(3)
      try Self.checkName(name)
      self = .rest(name: String(name))
      return
    }
    guard let colon = parameter.firstIndex(of: ":") else {
      try Self.checkName(parameter)
      self = .free(name: String(parameter))
      return
    }
    let kind = String(parameter[parameter.index(after: colon)...])
    guard let narrowing = PathTemplate.Narrowing(rawValue: kind) else {
      throw .unknownNarrowing(kind)
    }
    try Self.checkName(parameter[..<colon])
    self = .narrowed(narrowing, name: String(parameter[..<colon]))
  }

  private static func checkName(
    _ name: Substring, mixed segment: String? = nil
  ) throws(PathTemplateProblem) {
    if let segment, name.contains(":") || name.hasSuffix("...") {
      throw .narrowedInMixedSegment(segment: segment)
    }
    let isName =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        RouteID.isNameByte(byte)
      }
    guard isName else { throw .badParameterName(String(name)) }
  }

  private static func refuseEncoding(
    in literal: [UInt8], segment: Substring? = nil
  ) throws(PathTemplateProblem) {
    for index in literal.indices where literal[index] == UInt8(ascii: "%") {
      guard index + 2 < literal.count, PercentEncoding.hexDigit(literal[index + 1]) != nil,
        PercentEncoding.hexDigit(literal[index + 2]) != nil
      else { continue }
      throw .percentEncoded(segment: String(segment ?? Substring(decoding: literal, as: UTF8.self)))
    }
  }
}
