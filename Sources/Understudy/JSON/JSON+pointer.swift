extension JSON {
  /// The value at a pointer; nil where there is none.
  public func value(at pointer: JSONPointer) -> JSON? {
    guard let tokens = pointer.tokens else { return nil }
    var value = self
    for token in tokens {
      let next: JSON? =
        switch value {
        case .object(let members): members[token]
        case .array: Self.index(token).flatMap { value[$0] }
        default: nil
        }
      guard let next else { return nil }
      value = next
    }
    return value
  }

  /// The document with values set at pointers, one after the other.
  ///
  /// A missing last member of an object is added; in an array, `-` or the index behind the last
  /// element appends. The pointer `""` replaces the whole document.
  ///
  /// - Throws: ``JSONPatchError`` where a value on the way is missing or has no parts.
  public func patched(
    _ changes: [(pointer: JSONPointer, value: JSON)]
  ) throws(JSONPatchError) -> JSON {
    var document = self
    for (pointer, value) in changes {
      guard let tokens = pointer.tokens else {
        throw JSONPatchError(pointer: pointer, reason: "is no JSON Pointer (RFC 6901)")
      }
      document = try document.setting(tokens[...], to: value, pointer)
    }
    return document
  }

  private func setting(
    _ tokens: ArraySlice<String>, to value: JSON, _ pointer: JSONPointer
  ) throws(JSONPatchError) -> JSON {
    guard let token = tokens.first else { return value }
    let rest = tokens.dropFirst()
    switch self {
    case .object(var members):
      guard let child = members[token] else {
        guard rest.isEmpty else {
          let near = Spelling.closest(to: token, among: members.keys).map { "; closest: '\($0)'" }
          throw JSONPatchError(
            pointer: pointer,
            reason: "leads through '\(token)', which is missing\(near ?? "")")
        }
        members[token] = value
        return .object(members)
      }
      members[token] = try child.setting(rest, to: value, pointer)
      return .object(members)
    case .array(var elements):
      let index = token == "-" ? elements.count : Self.index(token)
      guard let index, index <= elements.count, index < elements.count || rest.isEmpty else {
        throw JSONPatchError(
          pointer: pointer,
          reason: "leads to '\(token)' of an array with \(elements.count) elements")
      }
      if index == elements.count {
        elements.append(value)
      } else {
        elements[index] = try elements[index].setting(rest, to: value, pointer)
      }
      return .array(elements)
    default:
      throw JSONPatchError(
        pointer: pointer,
        reason: "leads to '\(token)' inside \(kindWithArticle), which has no parts")
    }
  }

  /// An array index as RFC 6901 writes it: digits, no leading zero.
  private static func index(_ token: String) -> Int? {
    guard token == "0" || token.utf8.first != UInt8(ascii: "0"),
      token.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(token)
  }
}
