/// There is no body, or an empty one.
struct EmptyBody: BodyCondition {
  var takesEmpty: Bool { true }

  func fits(_ request: ReceivedRequest) -> Bool {
    request.content.isAbsent || request.content.bytes == .success([])
  }

  func addDifferences(of request: ReceivedRequest, to list: inout DifferenceList) {
    if request.content.isAbsent { return }
    switch request.content.bytes {
    case .success(let bytes):
      if !bytes.isEmpty { list.add(expected: "no body", actual: ShownText.length(bytes.count)) }
    case .failure(let fault): list.add(fault, expected: "no body")
    }
  }

  func excludes(_ other: any BodyCondition) -> Bool { !other.takesEmpty }
}
