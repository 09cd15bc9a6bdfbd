/// As much of a GraphQL document as tells its operations (GraphQL, 2.2 and 2.3).
struct GraphQLDocument {
  private var rest: ArraySlice<UInt8>
  private var depth = 0
  private var definition = Definition.none
  private var names: [String?] = []

  private enum Definition {
    case none
    case operation(name: String?, canHaveName: Bool)
    case other
  }

  /// The names of the document's operations, in order; nil is one without.
  static func operationNames(in text: String) -> [String?] {
    var document = GraphQLDocument(rest: Array(text.utf8)[...])
    while document.step() {}
    return document.names
  }

  private init(rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  /// Reads one token; false at the end.
  private mutating func step() -> Bool {
    guard let byte = rest.popFirst() else { return false }
    switch byte {
    case UInt8(ascii: "#"): rest = rest.drop { $0 != 0x0A && $0 != 0x0D }
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): open(byte)
    case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): close(byte)
    // The name of a directive is no name of an operation.
    case UInt8(ascii: "@"), UInt8(ascii: "$"): _ = takeName()
    default:
      if Self.isNameByte(byte) { take(name: [byte] + takeName()) }
    }
    return true
  }

  private mutating func open(_ byte: UInt8) {
    if depth == 0, case .none = definition, byte == UInt8(ascii: "{") {
      definition = .operation(name: nil, canHaveName: false)
    } else if depth == 0, case .operation(let name, _) = definition {
      definition = .operation(name: name, canHaveName: false)
    }
    depth += 1
  }

  private mutating func close(_ byte: UInt8) {
    depth = max(0, depth - 1)
    guard depth == 0, byte == UInt8(ascii: "}") else { return }
    if case .operation(let name, _) = definition { names.append(name) }
    definition = .none
  }

  private mutating func take(name: [UInt8]) {
    guard depth == 0 else { return }
    let text = String(decoding: name, as: UTF8.self)
    switch definition {
    case .none:
      let isOperation = ["query", "mutation", "subscription"].contains(text)
      definition = isOperation ? .operation(name: nil, canHaveName: true) : .other
    case .operation(nil, canHaveName: true):
      definition = .operation(name: text, canHaveName: false)
    case .operation, .other: break
    }
  }

  private mutating func takeName() -> ArraySlice<UInt8> {
    let name = rest.prefix(while: Self.isNameByte)
    rest = rest.dropFirst(name.count)
    return name
  }

  private mutating func skipString() {
    let quote = UInt8(ascii: "\"")
    let isBlock = rest.starts(with: [quote, quote])
    if isBlock { rest = rest.dropFirst(2) }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"):
        if !isBlock {
          _ = rest.popFirst()
        } else if rest.starts(with: [quote, quote, quote]) {
          rest = rest.dropFirst(3)
        }
      case quote where !isBlock: return
      case quote where rest.starts(with: [quote, quote]):
        rest = rest.dropFirst(2)
        return
      default: break
      }
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
