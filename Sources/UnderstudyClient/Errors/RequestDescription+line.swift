import UnderstudyAPI

extension RequestDescription {
  /// The request on one line: `no. 4 GET /users: 500, users.list 'serverError', completed`.
  package var line: String {
    var words: [String] = []
    if let status { words.append("\(status)") }
    if let route { words.append(variant.map { "\(route) '\($0)'" } ?? route) }
    words.append(ending ?? "under way")
    return "no. \(seq) \(method) \(target): \(words.joined(separator: ", "))"
  }
}
