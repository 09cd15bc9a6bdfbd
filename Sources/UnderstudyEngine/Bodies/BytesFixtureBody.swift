import Understudy

/// The body is exactly the bytes of a file, read live.
struct BytesFixtureBody: BodyCondition {
  private let content: FixtureContent<[UInt8]>

  init(_ name: String, _ store: FixtureStore?) {
    content = FixtureContent(name, store) { bytes in bytes }
  }

  /// A file may change.
  var mayChange: Bool { true }

  var takesEmpty: Bool { true }

  func fits(_ request: ReceivedRequest) -> Bool {
    guard case .success(let expected) = content.current else { return false }
    return BytesBody(expected).fits(request)
  }

  func addDifferences(of request: ReceivedRequest, to list: inout DifferenceList) {
    switch content.current {
    case .success(let expected): BytesBody(expected).addDifferences(of: request, to: &list)
    case .failure(let fault): list.add(fault, expected: "the bytes of fixture '\(content.name)'")
    }
  }

  /// A file may change.
  func excludes(_ other: any BodyCondition) -> Bool { false }
}
