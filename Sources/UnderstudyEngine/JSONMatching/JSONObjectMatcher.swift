import Understudy

/// The rules of an object's members.
struct JSONObjectMatcher: Sendable {
  /// Whether other members are a difference.
  let isExact: Bool
  let members: [(name: String, matcher: JSONMatcher)]
  private let places: [[UInt8]: Int]
  private let requiredCount: Int

  init(_ members: [JSONRule.Member], isExact: Bool) {
    self.init(
      members: members.map { ($0.name, JSONMatcher($0.rule, isExact: isExact)) }, isExact: isExact)
  }

  /// Rules that ask for exactly these members.
  init(equalTo object: JSON.Object) {
    self.init(members: object.map { ($0.key, .equals($0.value)) }, isExact: true)
  }

  private init(members: [(name: String, matcher: JSONMatcher)], isExact: Bool) {
    self.isExact = isExact
    self.members = members
    // A catalog check reports a name that stands there twice.
    places = Dictionary(
      members.enumerated().map { (Array($1.name.utf8), $0) },
      uniquingKeysWith: { first, _ in first })
    requiredCount = members.count { !$0.matcher.isOptional }
  }

  /// The one object that fits; nil where several may.
  var literal: JSON? {
    guard isExact else { return nil }
    var object: [(key: String, value: JSON)] = []
    for (name, matcher) in members {
      guard let value = matcher.literal else { return nil }
      object.append((name, value))
    }
    return .object(JSON.Object(object))
  }

  /// The rule of a name that stands at a place, or wherever else it is.
  func place(of name: String, near index: Int) -> Int? {
    // Mostly both sides have one order: then there is nothing to look up.
    if index < members.count, members[index].name.utf8.elementsEqual(name.utf8) { return index }
    return places[Array(name.utf8)]
  }

  /// Whether an object fits; one that repeats a name with a rule does not.
  func fits(_ object: JSON.Object) -> Bool {
    guard object.count >= requiredCount, !isExact || object.count <= members.count else {
      return false
    }
    var seen = [Bool](repeating: false, count: members.count)
    for (index, member) in object.enumerated() {
      guard let place = place(of: member.key, near: index) else {
        if isExact { return false }
        continue
      }
      guard !seen[place], members[place].matcher.fits(member.value) else { return false }
      seen[place] = true
    }
    return zip(seen, members).allSatisfy { $0 || $1.matcher.isOptional }
  }
}
