import MicroHTTPD
import Testing
import Understudy
import UnderstudyEngine

@Suite("Random rules")
struct RandomRuleTests {
  /// Makes the same rules and requests in every run (SplitMix64).
  struct Maker: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }

    mutating func pick<Value>(_ values: Value...) -> Value {
      values[Int.random(in: values.indices, using: &self)]
    }

    mutating func single() -> ValueRule {
      pick(
        "1", "2", .any, .matching("[12]"), .matching("2|3"), .oneOf("1", "3"), .oneOf("2", .any))
    }

    mutating func rule(_ isQuery: Bool) -> ValueRule {
      let (one, two) = (single(), single())
      return pick(
        one, two, .optional(one), [one, two], .listInAnyOrder([one, two]), .optional([one, two]),
        .oneOf(one, [one, two]), isQuery ? .flag : .token("1"), isQuery ? .flag : "1, 2")
    }

    mutating func rules() -> RequestRules {
      var query: QueryRules = Bool.random(using: &self) ? .none : .ignored
      for name in ["a", "b"] where Bool.random(using: &self) {
        query.pairs.append(.init(name: name, value: rule(true)))
      }
      var headers = NamedRules.none
      if Bool.random(using: &self) {
        headers = NamedRules(rules: [.init(name: pick("X-A", "x-a"), value: rule(false))])
      }
      return RequestRules(query: query, headers: headers)
    }

    mutating func target() -> String {
      let pairs = (0..<Int.random(in: 0...3, using: &self)).map { _ in
        pick("a", "b", "a=1", "a=2", "b=1", "b=3", "a=%31")
      }
      return pairs.isEmpty ? "/s" : "/s?\(pairs.joined(separator: "&"))"
    }

    mutating func lines() -> [(name: String, value: String)] {
      (0..<Int.random(in: 0...2, using: &self)).map { _ in
        (pick("X-A", "x-a"), pick("1", "2", "1, 2", "3"))
      }
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `never are said to be apart where a request fits both`(seed: UInt64) throws {
    var maker = Maker(state: seed)
    var bothFit = 0
    var apart = 0
    for _ in 0..<300 {
      let (one, other) = (RuleSet(maker.rules()), RuleSet(maker.rules()))
      let areApart = one.excludes(other)
      #expect(other.excludes(one) == areApart)
      if areApart { apart += 1 }
      for _ in 0..<30 {
        let request = try request(maker.target(), headers: maker.lines())
        #expect(one.fits(request) == one.differences(request).isEmpty)
        guard one.fits(request), other.fits(request) else { continue }
        bothFit += 1
        #expect(!areApart)
      }
    }
    // Or the test would say nothing.
    #expect(bothFit > 50)
    #expect(apart > 20)
  }
}
