/// The way to a value inside a JSON document (RFC 6901), such as `/data/items/0`.
public struct JSONPointer: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The pointer as it was written.
  public let description: String
  /// The unescaped keys and indices; nil where the text is no pointer.
  package let tokens: [String]?

  /// Takes text that is a JSON Pointer; nil where it is not.
  public init?(_ text: String) {
    self.init(stringLiteral: text)
    guard tokens != nil else { return nil }
  }

  /// Takes a literal; a catalog check reports one that is no JSON Pointer.
  public init(stringLiteral value: String) {
    description = value
    tokens = Self.tokens(of: value)
  }

  private static func tokens(of text: String) -> [String]? {
    if text.isEmpty { return [] }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var tokens: [String] = []
    for part in text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      var token: [UInt8] = []
      var rest = part
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "~") else {
          token.append(byte)
          continue
        }
        switch rest.popFirst() {
        case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
        default: return nil
        }
      }
      tokens.append(String(decoding: token, as: UTF8.self))
    }
    return tokens
  }
}

/// Why a value cannot be changed at a pointer.
public struct JSONPatchError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The pointer that does not fit.
  public var pointer: JSONPointer
  /// What is there instead.
  public var reason: String

  /// The pointer and the reason.
  public var description: String { "'\(pointer)' \(reason)" }
}

extension JSON {
  /// The value at a pointer; nil where there is none.
  public func value(at pointer: JSONPointer) -> JSON? {
    var value = self
    for token in pointer.tokens ?? [] {
      let next: JSON? =
        switch value {
        case .object(let members): members[token]
        case .array: Self.index(token).flatMap { value[$0] }
        default: nil
        }
      guard let next else { return nil }
      value = next
    }
    return pointer.tokens == nil ? nil : value
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
          throw JSONPatchError(pointer: pointer, reason: "leads through '\(token)', which is missing")
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
        pointer: pointer, reason: "leads to '\(token)' inside \(kindWithArticle), which has no parts")
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
