import Understudy
import UnderstudyAPI

/// One call of the admin API, read and checked.
struct AdminCall {
  /// The parts of the path behind `/__admin`, decoded.
  var path: [String]
  var method: String
  var body: [UInt8]
  var contentType: String?
  var contentEncoding: String?
  /// The last event that its client knows, as it is sent.
  var lastEventID: String?
  /// Whom it is about.
  var subject: AdminSubject
  /// The query parameters, each of them one that the resource takes.
  var parameters: AdminParameters

  /// The body as JSON.
  ///
  /// - Throws: ``Problem`` where it is labelled as something else, missing or broken.
  func json() throws(Problem) -> JSON {
    try checkType()
    if body.isEmpty {
      throw Problem(400, .invalidJSON, "The call needs a JSON body, and has none.")
    }
    do throws(JSONSyntaxError) {
      return try JSON(parsing: body)
    } catch {
      throw Problem(400, .invalidJSON, "The body is not JSON: \(error.description).")
    }
  }

  /// The body as JSON; nil where there is none.
  func optionalJSON() throws(Problem) -> JSON? {
    // In a ternary `nil` would be JSON's null.
    if body.isEmpty { return nil }
    return try json()
  }

  /// curl labels what it sends with `-d` as a form: that is taken for JSON too.
  private func checkType() throws(Problem) {
    if let contentEncoding, contentEncoding.lowercased() != "identity" {
      throw Problem(
        415, .unsupportedMediaType,
        "The body is encoded as '\(contentEncoding)'; send JSON as it is.")
    }
    guard let contentType else { return }
    let type = (contentType.split(separator: ";").first ?? "").lowercased()
      .filter { $0 != " " }
    let isTaken =
      type == "application/json" || type.hasSuffix("+json")
      || type == "application/x-www-form-urlencoded"
    guard isTaken else {
      throw Problem(
        415, .unsupportedMediaType,
        "The body is labelled '\(contentType)'; send JSON as 'application/json'.")
    }
  }
}
