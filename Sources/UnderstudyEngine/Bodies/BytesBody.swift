/// The body is exactly these bytes.
struct BytesBody: BodyCondition {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var takesEmpty: Bool { bytes.isEmpty }

  func fits(_ request: ReceivedRequest) -> Bool { request.content.bytes == .success(bytes) }

  func addDifferences(of request: ReceivedRequest, to list: inout DifferenceList) {
    switch request.content.bytes {
    case .success(let actual): list.addBytes(actual[...], expected: bytes)
    case .failure(let fault): list.add(fault, expected: ShownText.length(bytes.count))
    }
  }

  func excludes(_ other: any BodyCondition) -> Bool {
    if let other = other as? BytesBody { return bytes != other.bytes }
    guard let other = other as? JSONBody else { return false }
    guard case .success(let value) = BodyContent.parseJSON(bytes) else {
      return !(bytes.isEmpty && other.takesEmpty)
    }
    return !other.matcher.fits(value)
  }
}

extension DifferenceList {
  /// Adds that bytes are not those that were asked for, by length and first difference.
  mutating func addBytes(_ actual: ArraySlice<UInt8>, expected: [UInt8]) {
    if actual.elementsEqual(expected) { return }
    let common = zip(actual, expected).prefix { $0 == $1 }.count
    add(
      expected: ShownText.length(expected.count),
      actual: "\(ShownText.length(actual.count)), different from byte \(common) on")
  }
}
