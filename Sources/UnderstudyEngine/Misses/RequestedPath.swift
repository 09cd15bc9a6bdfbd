import Understudy

/// The path of a request as somebody may have meant it, for comparing with those of routes.
struct RequestedPath {
  /// The decoded segments; without `http://host` in front, and parted at `%2F` too.
  let segments: [ArraySlice<UInt8>]
  /// The path as it was sent.
  let text: String
  /// What had to be changed to read it so, as a sentence.
  let hint: String?

  init(_ target: Target) {
    let raw = target.bytes[target.path]
    text = Difference.clipped(String(decoding: raw, as: UTF8.self))
    var segments = target.segments
    let slash = UInt8(ascii: "/")
    if let first = segments.first, segments.count > 3, segments[1].isEmpty,
      ["http:", "https:"].contains(where: { first.elementsEqual($0.utf8) })
    {
      hint = "The path holds a whole URL: the base URL may have been put in front of one."
      segments.removeFirst(3)
    } else if segments.contains(where: { $0.contains(slash) }) {
      hint = "The path has '%2F', which is a character of its segment and parts none."
      segments = segments.flatMap { $0.split(separator: slash, omittingEmptySubsequences: false) }
    } else {
      hint = nil
    }
    self.segments = segments
  }
}
