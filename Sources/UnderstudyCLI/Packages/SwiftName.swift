/// Names of Swift that are made from ids.
enum SwiftName {
  /// The words that cannot name a variable, and those that the catalog's file has.
  private static let taken: Set<String> = [
    "as", "associatedtype", "break", "case", "catalog", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// A variable for an id: `shop.order-lines` is `shopOrderLines`.
  static func variable(_ id: String) -> String {
    let parts = id.split { $0 == "." || $0 == "-" || $0 == "_" }
    var name = ""
    for part in parts {
      name += name.isEmpty ? part.prefix(1).lowercased() : part.prefix(1).uppercased()
      name += part.dropFirst()
    }
    if name.isEmpty { return "routes" }
    if name.first?.isNumber == true { return "routes\(name)" }
    return taken.contains(name) ? "\(name)Routes" : name
  }

  /// A file for an id: `shop.order-lines` is `ShopOrderLines`.
  static func file(_ id: String) -> String {
    id.split { $0 == "." || $0 == "-" || $0 == "_" }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
