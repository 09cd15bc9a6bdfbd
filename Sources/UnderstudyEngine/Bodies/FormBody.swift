import Understudy

/// The body is a form with these fields.
struct FormBody: BodyCondition {
  static let mediaType = "application/x-www-form-urlencoded"

  private let fields: QueryMatcher

  init(_ fields: QueryMatcher) {
    self.fields = fields
  }

  var takesEmpty: Bool { fields.fits(pairs: []) }

  func fits(_ request: ReceivedRequest) -> Bool {
    guard request.content.isOf(Self.mediaType), case .success(let pairs) = request.content.pairs
    else { return false }
    return fields.fits(pairs: pairs)
  }

  func addDifferences(of request: ReceivedRequest, to list: inout DifferenceList) {
    guard request.content.isOf(Self.mediaType) else {
      list.add(request.content.mediaTypeDifference(Self.mediaType))
      return
    }
    switch request.content.pairs {
    case .success(let pairs):
      for difference in fields.differences(pairs: pairs, part: .body) { list.add(difference) }
    case .failure(let fault): list.add(fault, expected: "a form")
    }
  }

  func excludes(_ other: any BodyCondition) -> Bool {
    if other is MultipartBody { return true }
    return (other as? FormBody).map { fields.excludes($0.fields) } ?? false
  }
}

extension BodyContent {
  /// Whether the request names a media type, compared without case and parameters.
  func isOf(_ type: String) -> Bool { mediaType?.essence.elementsEqual(type.utf8) ?? false }

  /// That the request does not name the media type that says how its body is to be read.
  func mediaTypeDifference(_ type: String) -> Difference {
    Difference(
      .header, "content-type", expected: type,
      actual: mediaType.map { ShownText.clipped($0.essence) })
  }
}
