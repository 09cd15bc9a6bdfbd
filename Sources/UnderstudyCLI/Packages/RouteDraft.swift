import Understudy

/// A route, before it is written.
struct RouteDraft {
  let id: String
  let method: Method
  /// The path behind that of its group.
  let path: String
  /// The path with that of its group.
  let fullPath: String
  /// The constant that stands for its id; nil where the id itself is written.
  var constant: String?
  /// Its default outcome, as Swift has it.
  var outcome: String

  /// How wide a line is at most.
  static let columns = 100

  /// Its lines, as `swift format` leaves them.
  func text(indentation: String) -> String {
    let name = constant.map { ".\($0)" } ?? SwiftLiteral.string(id)
    let path = path.isEmpty ? "" : ", \(SwiftLiteral.string(path))"
    let head = "\(name), \(methodText)\(path),"
    let line = "\(indentation)Route(\(head) default: \(outcome))"
    guard line.count > Self.columns else { return line }
    return """
      \(indentation)Route(
      \(indentation)  \(head)
      \(indentation)  default: \(outcome))
      """
  }

  /// Whether no line is too wide.
  func fits(indentation: String) -> Bool {
    text(indentation: indentation).split(separator: "\n").allSatisfy { $0.count <= Self.columns }
  }

  /// The methods that have a name in Swift.
  static let named: [(method: Method, name: String)] = [
    (.get, "get"), (.head, "head"), (.post, "post"), (.put, "put"), (.patch, "patch"),
    (.delete, "delete"), (.options, "options"), (.any, "any"),
  ]

  private var methodText: String {
    Self.named.first { $0.method == method }.map { ".\($0.name)" }
      ?? SwiftLiteral.string(method.rawValue)
  }
}
