import Understudy
import UnderstudyAPI
import UnderstudyEngine

extension RequestExpectation {
  /// Reads a `where`: `method`, `path`, and the rules of a route.
  ///
  /// A path with parameters takes what its template takes; what is left out takes everything, the
  /// query too.
  ///
  /// - Throws: ``Problem``, which names the field; 422 where a rule is well written and cannot be
  ///   used.
  init(form: JSON, _ fixtures: FixtureStore) throws(Problem) {
    guard let members = form.objectValue else {
      throw Problem(400, .invalidField, "Field 'where' must be an object, not \(form.text).")
    }
    var rest = members
    let method = try Self.text("method", in: members)
    let pathText = try Self.text("path", in: members)
    rest["method"] = nil
    rest["path"] = nil
    let path = try pathText.map { text throws(Problem) in
      try PathTemplate(text, in: "Field 'where.path'")
    }
    let rules = try Self.rules(.object(rest))
    let problems = RuleCheck.messages(of: rules, fixtures: fixtures)
    guard problems.isEmpty else {
      throw Problem(422, .invalidRule, problems.joined(separator: " "))
    }
    self.init(
      method: method.map { Array($0.utf8) }, path: path,
      rules: RuleSet(rules, fixtures: fixtures))
  }

  private static func rules(_ form: JSON) throws(Problem) -> RequestRules {
    do throws(FormError) {
      return try RequestRules(json: form)
    } catch {
      throw Problem(400, .invalidField, error.inside("where").description)
    }
  }

  private static func text(_ field: String, in members: JSON.Object) throws(Problem) -> String? {
    guard let value = members[field] else { return nil }
    guard let text = value.stringValue else {
      throw Problem(
        400, .invalidField, "Field 'where.\(field)' must be a string, not \(value.text).")
    }
    return text
  }
}
