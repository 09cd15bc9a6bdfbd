import Understudy

/// The body is `multipart/form-data` with these parts and no others, in any order.
struct MultipartBody: BodyCondition {
  static let mediaType = "multipart/form-data"

  private let rules: [PartMatcher]

  init(_ rules: [PartRule]) {
    self.rules = rules.map(PartMatcher.init)
  }

  /// Even without parts there is a closing delimiter.
  var takesEmpty: Bool { false }

  func fits(_ request: ReceivedRequest) -> Bool {
    guard request.content.isOf(Self.mediaType), case .success(let parts) = request.content.parts
    else { return false }
    // Nothing is held against a rule where the names alone tell that it is in vain.
    guard !PartPairing.leavesOver(parts, by: rules) else { return false }
    let pairing = PartPairing(rules, parts)
    return pairing.freeParts.isEmpty && pairing.unmetRules.isEmpty
  }

  func addDifferences(of request: ReceivedRequest, to list: inout DifferenceList) {
    guard request.content.isOf(Self.mediaType) else {
      list.add(request.content.mediaTypeDifference(Self.mediaType))
      return
    }
    switch request.content.parts {
    case .success(let parts): addDifferences(of: parts, to: &list)
    case .failure(let fault): list.add(fault, expected: "multipart/form-data")
    }
  }

  /// Adds the differences: each rule that is not met takes a part of its name that is left.
  private func addDifferences(of parts: [BodyPart], to list: inout DifferenceList) {
    let pairing = PartPairing(rules, parts)
    // An optional rule that has no part yet may be what a part of its name is held against.
    let candidates = pairing.unmetRules + pairing.openRules
    var taken: [Int: Int] = [:]
    for place in pairing.freeParts {
      let rule = candidates.first { taken[$0] == nil && rules[$0].name == parts[place].name }
      if let rule { taken[rule] = place }
    }
    for rule in candidates.sorted() {
      if let place = taken[rule] {
        rules[rule].addDifferences(of: parts[place], label(place, parts), to: &list)
      } else if !rules[rule].isOptional {
        list.label = ShownText.clipped(rules[rule].name)
        list.add(expected: rules[rule].words, actual: nil)
      }
    }
    for place in pairing.freeParts where !taken.values.contains(place) {
      list.label = label(place, parts)
      list.add(expected: nil, actual: parts[place].words)
    }
    list.label = nil
  }

  /// The name of a part, with its number where several have it.
  private func label(_ place: Int, _ parts: [BodyPart]) -> String {
    let name = ShownText.clipped(parts[place].name)
    let alike = parts.indices.filter { parts[$0].name == parts[place].name }
    guard alike.count > 1, let index = alike.firstIndex(of: place) else { return name }
    return "\(name) #\(index + 1)"
  }

  func excludes(_ other: any BodyCondition) -> Bool {
    guard let other = other as? MultipartBody else { return other is FormBody }
    func asksForMore(_ one: MultipartBody, _ another: MultipartBody) -> Bool {
      one.rules.contains { rule in
        !rule.isOptional && another.rules.allSatisfy { rule.excludes($0) }
      }
    }
    return asksForMore(self, other) || asksForMore(other, self)
  }
}

extension BodyPart {
  /// What the part is, for one that nobody asked for.
  fileprivate var words: String {
    filename.map { "a file '\(ShownText.clipped($0))' of \(ShownText.length(content.count))" }
      ?? "a field of \(ShownText.length(content.count))"
  }
}
