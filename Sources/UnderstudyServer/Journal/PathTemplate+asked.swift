import UnderstudyAPI
import UnderstudyEngine

extension PathTemplate {
  /// Reads a path, or a template, that a call asks for.
  ///
  /// - Parameters:
  ///   - text: the path.
  ///   - field: where it stands, as the beginning of a sentence.
  /// - Throws: ``Problem``; 422 where it has the shape of a path and is none.
  init(_ text: String, in field: String) throws(Problem) {
    do throws(PathTemplateProblem) {
      try self.init(text)
    } catch {
      guard error != .noLeadingSlash else {
        throw Problem(
          400, .invalidField,
          "\(field) must be a path such as /users/7 or /users/{id}, not '\(text)'.")
      }
      throw Problem(422, .invalidRule, "\(field), '\(text)', \(error.message).")
    }
  }
}
