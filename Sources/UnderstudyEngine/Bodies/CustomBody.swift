import Understudy

/// Whatever a closure of a route author's says.
struct CustomBody: BodyCondition {
  private let explanation: String
  private let predicate: @Sendable (Request) throws -> Bool

  init(_ explanation: String, _ predicate: @escaping @Sendable (Request) throws -> Bool) {
    self.explanation = explanation
    self.predicate = predicate
  }

  /// A closure may look at whatever it likes.
  var mayChange: Bool { true }

  var takesEmpty: Bool { true }

  func fits(_ request: ReceivedRequest) -> Bool { complaint(about: request) == nil }

  func addDifferences(of request: ReceivedRequest, to list: inout DifferenceList) {
    if let complaint = complaint(about: request) {
      list.add(expected: explanation, actual: complaint)
    }
  }

  func excludes(_ other: any BodyCondition) -> Bool { false }

  /// Why the closure does not take a request; nil where it does.
  private func complaint(about request: ReceivedRequest) -> String? {
    switch request.content.bytes {
    case .failure(let fault): return fault.message
    case .success(let bytes):
      var copy = request.copy()
      copy.body = bytes
      do {
        return try predicate(copy) ? nil : "it does not hold"
      } catch {
        return "the closure threw: \(error)"
      }
    }
  }
}
