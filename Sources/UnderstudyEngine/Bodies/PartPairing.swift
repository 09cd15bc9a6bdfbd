/// Deals the parts of a body out to rules, so that as many as can be have a part that fits.
///
/// Rules take turns, those first that must have a part; one that finds its part taken asks the rule
/// that has it for another (Kuhn's algorithm). Where any way gives every part to a rule and a part
/// to every rule that needs one, this one does. Of the parts that one name has beyond its rules, only
/// the first few are looked at: some are left over in any case, and a rule may cost a lot to ask.
struct PartPairing {
  /// The parts that no rule has.
  let freeParts: [Int]
  /// The rules that need a part and have none.
  let unmetRules: [Int]
  /// The optional rules that have none.
  let openRules: [Int]

  /// How many parts of a name are looked at beyond the number of its rules.
  static let surplusLimit = 8

  init(_ rules: [PartMatcher], _ parts: [BodyPart]) {
    var owners = [Int?](repeating: nil, count: parts.count)
    // Which parts fit a rule is asked once: a part may be long.
    let fitting = rules.map { rule in
      let ruleCount = rules.count { $0.name == rule.name }
      return parts.indices.lazy.filter { parts[$0].name == rule.name }
        .prefix(ruleCount + Self.surplusLimit).filter { rule.fits(parts[$0]) }
    }
    func seat(_ rule: Int, _ asked: inout Set<Int>) -> Bool {
      for place in fitting[rule] where asked.insert(place).inserted {
        if owners[place].map({ seat($0, &asked) }) ?? true {
          owners[place] = rule
          return true
        }
      }
      return false
    }
    var seatless: [Int] = []
    let needy = rules.indices.filter { !rules[$0].isOptional }
    for rule in needy + rules.indices.filter({ rules[$0].isOptional }) {
      var asked: Set<Int> = []
      if !seat(rule, &asked) { seatless.append(rule) }
    }
    freeParts = parts.indices.filter { owners[$0] == nil }
    unmetRules = seatless.filter { !rules[$0].isOptional }
    openRules = seatless.filter { rules[$0].isOptional }
  }

  /// Whether a name has more parts than rules, so that one is left over however they are dealt out.
  static func leavesOver(_ parts: [BodyPart], by rules: [PartMatcher]) -> Bool {
    var open: [[UInt8]: Int] = [:]
    for rule in rules { open[rule.name, default: 0] += 1 }
    return parts.contains { part in
      open[part.name, default: 0] -= 1
      return open[part.name, default: 0] < 0
    }
  }
}
