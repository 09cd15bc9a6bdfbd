/// What a client says first (RFC 8446, 4.1.2; RFC 5246, 7.4.1.2), as far as a server chooses by it.
package struct ClientHello: Sendable, Hashable {
  /// The name of the server that it wants, in small letters (RFC 6066, 3); nil where it says none.
  package var serverName: [UInt8]?
  /// The protocols that it speaks inside (RFC 7301), such as the bytes of `http/1.1`; empty where it
  /// says nothing of them.
  package var protocols: [[UInt8]] = []
  /// The versions that it speaks, such as 0x0304 for TLS 1.3.
  package var versions: Set<UInt16>
  /// The numbers of its cipher suites.
  package var cipherSuites: [UInt16] = []
  /// The numbers of the groups in which it makes keys; empty where it says nothing of them.
  package var groups: [UInt16] = []
  /// The numbers of the signatures that it takes; empty where it says nothing of them.
  package var signatures: [UInt16] = []

  /// Reads a message without its header; nil where it is none.
  package init?(_ bytes: [UInt8]) {
    var reader = Reader(rest: bytes[...])
    guard let legacyVersion = reader.number(2), reader.take(32) != nil,  // random
      reader.block(1) != nil,  // session
      let suites = reader.block(2), reader.block(1) != nil  // compressions
    else { return nil }
    var numbers = Reader(rest: suites)
    while let number = numbers.number(2) { cipherSuites.append(UInt16(number)) }
    versions = Set([0x0303, 0x0302, 0x0301, 0x0300].filter { Int($0) <= legacyVersion })
    guard !reader.rest.isEmpty else { return }
    guard let block = reader.block(2) else { return nil }
    var extensions = Reader(rest: block)
    while !extensions.rest.isEmpty {
      guard let kind = extensions.number(2), let content = extensions.block(2) else { return nil }
      read(kind, Reader(rest: content))
    }
  }

  private mutating func read(_ kind: Int, _ content: Reader) {
    var content = content
    switch kind {
    case 0:
      guard var names = content.block(2).map({ Reader(rest: $0) }), names.number(1) == 0,
        let name = names.block(2)
      else { return }
      serverName = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    case 10: groups = content.numbers()
    case 13: signatures = content.numbers()
    case 16:
      guard var names = content.block(2).map({ Reader(rest: $0) }) else { return }
      while let name = names.block(1) { protocols.append(Array(name)) }
    case 43:
      guard var numbers = content.block(1).map({ Reader(rest: $0) }) else { return }
      versions = []
      while let number = numbers.number(2) { versions.insert(UInt16(number)) }
    default: break
    }
  }

  /// Takes numbers and blocks from the front of bytes.
  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    mutating func number(_ count: Int) -> Int? {
      take(count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The numbers of two bytes in a block behind its length.
    mutating func numbers() -> [UInt16] {
      guard var list = block(2).map({ Reader(rest: $0) }) else { return [] }
      var numbers: [UInt16] = []
      while let number = list.number(2) { numbers.append(UInt16(number)) }
      return numbers
    }

    /// A block behind its length, which is a number of so many bytes.
    mutating func block(_ size: Int) -> ArraySlice<UInt8>? {
      guard let count = number(size) else { return nil }
      return take(count)
    }
  }
}
