import Understudy

/// The body is JSON equal to that of a file, read live.
struct JSONFixtureBody: BodyCondition {
  private let content: FixtureContent<JSON>

  init(_ name: String, _ store: FixtureStore?) {
    content = FixtureContent(name, store) { bytes throws(FixtureFault) in
      try Self.parse(bytes)
    }
  }

  /// Reads a fixture; a byte order mark is skipped.
  static func parse(_ bytes: [UInt8]) throws(FixtureFault) -> JSON {
    do throws(JSONSyntaxError) {
      return try JSON(parsing: bytes)
    } catch {
      throw FixtureFault(
        message: "it is not JSON: \(error.reason) (line \(error.line), column \(error.column))")
    }
  }

  /// A file may change.
  var mayChange: Bool { true }

  var takesEmpty: Bool { false }

  func fits(_ request: ReceivedRequest) -> Bool {
    guard case .success(let expected) = content.current else { return false }
    return JSONBody(.equals(expected)).fits(request)
  }

  func addDifferences(of request: ReceivedRequest, to list: inout DifferenceList) {
    switch content.current {
    case .success(let expected):
      JSONBody(.equals(expected)).addDifferences(of: request, to: &list)
    case .failure(let fault): list.add(fault, expected: "JSON equal to fixture '\(content.name)'")
    }
  }

  /// A file may change.
  func excludes(_ other: any BodyCondition) -> Bool { false }
}
