import Understudy
import UnderstudyAPI
import UnderstudyEngine

extension JournalFilter {
  /// The parameters that ``init(_:_:)`` reads.
  static let parameters = [
    "route", "variant", "status", "method", "ending", "matched", "target", "path", "query.*",
  ]

  /// Reads a filter from the parameters of a call.
  ///
  /// - Throws: ``Problem``, which names the parameter and what would be right; 404 where no route
  ///   has the id.
  init(_ parameters: AdminParameters, _ context: AdminContext) throws(Problem) {
    self.init()
    if let id = parameters.text("route") { route = try context.entry(id).index }
    variant = parameters.text("variant")
    status = try parameters.number("status", in: 100...599)
    method = parameters.bytes("method")
    ending = try parameters.choice("ending", JournalEntry.Ending.self)
    isMatched = try parameters.choice("matched", Truth.self).map { $0 == .yes }
    target = parameters.bytes("target")
    path = try parameters.text("path").map { text throws(Problem) in
      try PathTemplate(text, in: "The query parameter 'path'")
    }
    query = parameters.all(below: "query.").map { name, value in
      QueryPairs.Pair(name: Array(name.utf8), value: value)
    }
  }
}
