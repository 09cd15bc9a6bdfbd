extension JSON {
  /// The members of an object, in the order written.
  ///
  /// Keys compare by their UTF-8 bytes. A parsed text may repeat a key: all its members are kept
  /// for output, a lookup finds the last.
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

    /// The value of a key. Setting keeps the place of a member that is there, adds one at the end
    /// otherwise; nil removes it.
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

    /// The keys, in order.
    public var keys: [String] { members.map(\.key) }

    /// Whether two objects have equal members, in any order.
    public static func == (one: Object, other: Object) -> Bool {
      guard one.members.count == other.members.count else { return false }
      let mine = one.byKey
      let others = other.byKey
      return mine.count == others.count
        && mine.allSatisfy { key, value in others[key] == value }
    }

    /// Hashes so that the order of members does not matter.
    public func hash(into hasher: inout Hasher) {
      var sum = 0
      for (key, value) in byKey {
        var inner = Hasher()
        inner.combine(key)
        inner.combine(value)
        sum ^= inner.finalize()
      }
      hasher.combine(sum)
    }

    /// The last value of each key, by the key's bytes.
    private var byKey: [[UInt8]: JSON] {
      Dictionary(members.map { (Array($0.key.utf8), $0.value) }) { _, last in last }
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
