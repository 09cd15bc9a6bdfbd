/// What tells one state of a resource from another (RFC 9110, 8.8.3).
struct EntityTag: Sendable, Hashable {
  /// Whether states that mean the same may share it.
  let isWeak: Bool
  /// The tag with its quotes; without them where whoever wrote it forgot them.
  let opaque: [UInt8]

  /// Reads the first tag of a text; nil where it has none.
  init?(_ text: ArraySlice<UInt8>) {
    guard let tag = Self.list(text).first else { return nil }
    self = tag
  }

  private init(isWeak: Bool, opaque: [UInt8]) {
    self.isWeak = isWeak
    self.opaque = opaque
  }

  /// Whether both name the same bytes (RFC 9110, 8.8.3.2).
  func isStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

  /// Whether both name states that mean the same (RFC 9110, 8.8.3.2).
  func isWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// The tags of a list such as `"a", W/"b"`; a comma inside of quotes belongs to its tag.
  static func list(_ text: ArraySlice<UInt8>) -> [EntityTag] {
    var tags: [EntityTag] = []
    var rest = text.drop(while: isSeparator)
    while let first = rest.first {
      let isWeak = first == UInt8(ascii: "W") && rest.dropFirst().first == UInt8(ascii: "/")
      if isWeak { rest = rest.dropFirst(2) }
      let opaque: ArraySlice<UInt8>
      if rest.first == quote, let end = rest.dropFirst().firstIndex(of: quote) {
        opaque = rest[rest.startIndex...end]
      } else {
        opaque = rest.prefix { !isSeparator($0) }
      }
      rest = rest[opaque.endIndex...].drop(while: isSeparator)
      if !opaque.isEmpty { tags.append(EntityTag(isWeak: isWeak, opaque: Array(opaque))) }
    }
    return tags
  }

  private static let quote = UInt8(ascii: "\"")

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
