extension JSON {
  /// The members of an object, in the order written.
  ///
  /// Keys compare by their UTF-8 bytes. A parsed text may repeat a key (RFC 8259, 4 leaves open what
  /// that means): all its members are kept for output, a lookup finds the last, and equality asks
  /// for all of them. A lookup reads the members one by one.
  public struct Object: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var members: [(key: String, value: JSON)]

    /// Takes members in order.
    public init(_ members: [(key: String, value: JSON)]) {
      self.members = members
    }

    /// Takes the members of a literal, in order.
    public init(dictionaryLiteral elements: (String, JSON)...) {
      members = elements.map { (key: $0.0, value: $0.1) }
    }

    /// The value of a key.
    ///
    /// Setting keeps the place of a member that is there and adds one at the end otherwise; nil
    /// removes it, `.null` does not.
    public subscript(key: String) -> JSON? {
      get {
        members.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
      }
      set {
        let place = members.lastIndex { $0.key.utf8.elementsEqual(key.utf8) }
        switch (place, newValue) {
        case (let place?, let value?): members[place].value = value
        case (nil, let value?): members.append((key, value))
        case (_, nil): members.removeAll { $0.key.utf8.elementsEqual(key.utf8) }
        }
      }
    }

    /// Whether some value fits; their keys are not asked for, nor copied.
    func containsValue(where fits: (JSON) -> Bool) -> Bool {
      for index in members.indices where fits(members[index].value) { return true }
      return false
    }

    /// The keys, in order.
    public var keys: [String] { members.map(\.key) }

    /// Whether two objects have equal members, in any order of their keys.
    public static func == (one: Object, other: Object) -> Bool {
      guard one.count == other.count else { return false }
      // Mostly both sides have one order: then there is nothing to look up.
      let areAligned = zip(one.members, other.members).allSatisfy {
        $0.key.utf8.elementsEqual($1.key.utf8)
      }
      return areAligned
        ? zip(one.members, other.members).allSatisfy { $0.value == $1.value }
        : one.byKey == other.byKey
    }

    /// Hashes so that the order of keys does not matter.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(byKey)
    }

    /// The values of each key in the order written, by the key's bytes.
    private var byKey: [[UInt8]: [JSON]] {
      Dictionary(grouping: members) { Array($0.key.utf8) }.mapValues { $0.map(\.value) }
    }
  }
}

extension JSON.Object: RandomAccessCollection {
  /// The place of the first member.
  public var startIndex: Int { members.startIndex }
  /// The place behind the last member.
  public var endIndex: Int { members.endIndex }
  /// The member at a place.
  public subscript(position: Int) -> (key: String, value: JSON) { members[position] }
}
